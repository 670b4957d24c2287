"""Did a task meet its success criteria, and what follows for its price."""
