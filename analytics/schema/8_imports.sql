-- The results of imports: findings, files, and hands that could not be stored.

CREATE TABLE findings (
    hand_key BIGINT,
    code VARCHAR NOT NULL,
    severity severity_word NOT NULL,
    path VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    hand_id VARCHAR,
    site VARCHAR,
    seat TINYINT,
    player VARCHAR,
    message VARCHAR NOT NULL,
    text_id BIGINT,
    template VARCHAR NOT NULL,
    figures VARCHAR NOT NULL
);

COMMENT ON TABLE findings IS 'What is wrong or worth knowing, by file and line';
COMMENT ON COLUMN findings.hand_key IS 'The stored hand; null = no stored hand';
COMMENT ON COLUMN findings.code IS 'Code of the rule';
COMMENT ON COLUMN findings.severity IS 'How much it matters';
COMMENT ON COLUMN findings.path IS 'File';
COMMENT ON COLUMN findings.line IS 'Line in that file, from 1';
COMMENT ON COLUMN findings.hand_id IS 'The site''s number of the hand, if known';
COMMENT ON COLUMN findings.site IS 'Site, if known';
COMMENT ON COLUMN findings.seat IS 'Seat of the player, if any';
COMMENT ON COLUMN findings.player IS 'Player, if any';
COMMENT ON COLUMN findings.message IS 'One sentence with the figures';
COMMENT ON COLUMN findings.text_id IS 'The text set aside; null = in a stored hand, or in no text of a hand';
COMMENT ON COLUMN findings.template IS 'The sentence with a name in braces for each figure: the same for all findings of its kind';
COMMENT ON COLUMN findings.figures IS 'The figures by these names, as JSON: numbers and words, or objects with their type; {} = none';

CREATE TABLE files (
    path VARCHAR NOT NULL,
    imported_at TIMESTAMP NOT NULL,
    hands BIGINT NOT NULL,
    stored BIGINT NOT NULL,
    skipped BIGINT NOT NULL,
    set_aside BIGINT NOT NULL,
    program VARCHAR NOT NULL,
    site VARCHAR,
    bytes BIGINT,
    digest VARCHAR,
    bookmark BIGINT,
    bookmark_hands BIGINT
);

COMMENT ON TABLE files IS 'One row per file read';
COMMENT ON COLUMN files.path IS 'Path as given';
COMMENT ON COLUMN files.imported_at IS 'When this file was last read because it had changed or brought something new, UTC';
COMMENT ON COLUMN files.hands IS 'Hands found in the file then, including other games';
COMMENT ON COLUMN files.stored IS 'Hands of the table hands that came from this file';
COMMENT ON COLUMN files.skipped IS 'Hands of other games found then: rows of the table skipped';
COMMENT ON COLUMN files.set_aside IS 'Hands of the table set_aside that came from this file';
COMMENT ON COLUMN files.program IS 'The program that read it: a digest of what it is made of';
COMMENT ON COLUMN files.site IS 'The site it was searched for; null = all sites';
COMMENT ON COLUMN files.bytes IS 'Its length, or that of the archive it is packed in; null = not read to its end, or not a file';
COMMENT ON COLUMN files.digest IS 'SHA-256 of these bytes: an unchanged file is not read again';
COMMENT ON COLUMN files.bookmark IS 'The line from which it is read when it has grown';
COMMENT ON COLUMN files.bookmark_hands IS 'Hands before that line, other games included';

CREATE TABLE skipped (
    path VARCHAR NOT NULL,
    line BIGINT NOT NULL,
    game VARCHAR NOT NULL
);

COMMENT ON TABLE skipped IS 'Hands of other games, which are not read';
COMMENT ON COLUMN skipped.path IS 'File';
COMMENT ON COLUMN skipped.line IS 'First line of the hand in that file, from 1';
COMMENT ON COLUMN skipped.game IS 'Name of the game, or of what the text is instead of a hand';

CREATE TABLE set_aside (
    site VARCHAR NOT NULL,
    hand_id VARCHAR,
    path VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    code VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    text VARCHAR NOT NULL,
    digest BIGINT NOT NULL,
    text_id BIGINT NOT NULL,
    program VARCHAR NOT NULL,
    rank TINYINT
);

COMMENT ON TABLE set_aside IS 'Texts that could not be stored, or whose number has a sounder one (SYN07). A copy is not listed again, unless its number is unknown';
COMMENT ON COLUMN set_aside.site IS 'Site whose text this is';
COMMENT ON COLUMN set_aside.hand_id IS 'The site''s number of the hand, if it could be read';
COMMENT ON COLUMN set_aside.path IS 'File';
COMMENT ON COLUMN set_aside.line IS 'First line of the hand in that file, from 1';
COMMENT ON COLUMN set_aside.code IS 'Code of the finding that says why';
COMMENT ON COLUMN set_aside.reason IS 'Why, in one sentence';
COMMENT ON COLUMN set_aside.text IS 'The hand''s text';
COMMENT ON COLUMN set_aside.digest IS 'Digest of the text';
COMMENT ON COLUMN set_aside.text_id IS 'Digest of place and text: the same in every database; joins its findings';
COMMENT ON COLUMN set_aside.program IS 'Digest of the program that judged it';
COMMENT ON COLUMN set_aside.rank IS 'As in hands, of a text that would be stored if its number had no sounder one; null = it cannot be stored';
