"""Step 5, judging: hands are replayed under the rules of a house; what is wrong becomes findings."""
