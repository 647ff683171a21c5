-- From schema 7 to 8: of two texts with one number the sounder is stored, and a finding knows its text. What was set aside
-- as a clash is taken for as sound as its findings say; the next import judges all anew.
ALTER TABLE hands ADD COLUMN rank TINYINT DEFAULT 0;
UPDATE hands SET rank = worst.rank FROM (
    SELECT hand_key, max(1 + enum_code(severity))::TINYINT AS rank
    FROM findings JOIN hands USING (hand_key) WHERE code NOT LIKE 'SEQ%' AND line <= last_line GROUP BY hand_key
) AS worst WHERE hands.hand_key = worst.hand_key;
ALTER TABLE hands ALTER rank DROP DEFAULT;
ALTER TABLE hands ALTER rank SET NOT NULL;
ALTER TABLE set_aside ADD COLUMN text_id BIGINT;
UPDATE set_aside SET text_id = (md5_number_lower(path || ':' || line || ':' || digest) >> 1)::BIGINT;
ALTER TABLE set_aside ALTER text_id SET NOT NULL;
ALTER TABLE set_aside ADD COLUMN program VARCHAR DEFAULT '';
ALTER TABLE set_aside ALTER program DROP DEFAULT;
ALTER TABLE set_aside ALTER program SET NOT NULL;
ALTER TABLE findings ADD COLUMN text_id BIGINT;
UPDATE findings SET text_id = aside.text_id FROM set_aside AS aside
WHERE hand_key IS NULL AND findings.path = aside.path AND coalesce(findings.hand_id = aside.hand_id, true)
    AND findings.line BETWEEN aside.line
        AND aside.line + length(aside.text) - length(replace(aside.text, chr(10), ''))
    AND findings.code NOT IN ('SYN04', 'SYN06', 'SYN09');
ALTER TABLE set_aside ADD COLUMN rank TINYINT;
UPDATE set_aside SET rank = coalesce((
    SELECT max(1 + enum_code(severity))::TINYINT FROM findings
    WHERE findings.text_id = set_aside.text_id AND findings.code <> 'SYN07'
), 0) WHERE code = 'SYN07';
-- Whether the site's texts print the cards that a hero draws.
ALTER TABLE hands ADD COLUMN draws_told BOOLEAN DEFAULT true;
UPDATE hands SET draws_told = false WHERE site = 'winamax';
ALTER TABLE hands ALTER draws_told DROP DEFAULT;
ALTER TABLE hands ALTER draws_told SET NOT NULL;
