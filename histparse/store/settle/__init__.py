"""Step 6d, settle: which of several texts of a hand is stored, and what becomes of the others."""
