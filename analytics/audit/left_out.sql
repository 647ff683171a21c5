-- Hands of which cards are known and which no test uses: shown at the end, which depends on how the hand went.
SELECT count(*) AS shown FROM chosen_seats WHERE NOT dealt_seen AND (printed OR cards IS NOT NULL);
