-- Answers to the other's bets and raises: folds.
SELECT hand_key, first, second, round, rough, spot, folds AS done FROM answers
