-- What the site wrote, compressed: 260 bytes a hand. A table of its own, so that who counts need not pass it by.

CREATE TABLE texts (
    hand_key BIGINT NOT NULL,
    text VARCHAR USING COMPRESSION zstd NOT NULL
);

COMMENT ON TABLE texts IS 'One row for each hand: its own lines as the site wrote them';
COMMENT ON COLUMN texts.hand_key IS 'The hand';
COMMENT ON COLUMN texts.text IS 'Its lines, from hands.first_line to hands.last_line';
