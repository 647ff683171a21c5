-- From schema 11 to 12: a hand has the cards of all its views. Those that an older program set aside as clashes are joined
-- when their files are judged again. A damaged archive has another code.
ALTER TABLE hands ADD COLUMN views BIGINT DEFAULT 0;
ALTER TABLE hands ALTER views DROP DEFAULT;
ALTER TABLE hands ALTER views SET NOT NULL;
-- Times of which nothing tells the hour are known when files are judged again.
ALTER TABLE hands ADD COLUMN or_at TIMESTAMP;
UPDATE findings SET code = 'SYN10' WHERE code = 'SYN09';
UPDATE files SET program = '' WHERE path IN (SELECT path FROM set_aside WHERE code = 'SYN07');
