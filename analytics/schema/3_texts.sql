-- The original texts, compressed: 260 bytes per hand. A separate table, so that statistics need not read past them.

CREATE TABLE texts (
    hand_key BIGINT NOT NULL,
    text VARCHAR USING COMPRESSION zstd NOT NULL
);

COMMENT ON TABLE texts IS 'One row per hand: its lines as the site wrote them';
COMMENT ON COLUMN texts.hand_key IS 'The hand';
COMMENT ON COLUMN texts.text IS 'Its lines, from hands.first_line to hands.last_line';
