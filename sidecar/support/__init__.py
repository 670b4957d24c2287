"""How strong the evidence of a text is, and whether the confidence that it states matches."""
