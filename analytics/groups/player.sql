-- title: Player
-- rows: seats
-- needs: all names

player
