"""Pages for people, served beside the API: flagged answers, and what is decided of them."""
