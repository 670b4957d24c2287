"""Pages for people, served beside the API: flagged answers, agreement with checks, outcomes."""
