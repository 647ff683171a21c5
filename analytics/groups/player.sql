-- title: Player
-- rows: seats

player
