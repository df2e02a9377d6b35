"""Trainings of case learners, with tutors and guided deals."""
