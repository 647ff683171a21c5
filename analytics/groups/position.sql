-- title: Position
-- rows: seats

position
