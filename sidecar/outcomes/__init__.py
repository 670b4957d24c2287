"""Outcomes: did a task meet its success criteria, and what bonus or penalty follows?"""
