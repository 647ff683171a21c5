-- Answers to the other's bets and raises of who could raise and did not fold: raises.
SELECT hand_key, first, second, round, rough, spot, raises AS done FROM answers WHERE may_raise AND folds = 0
