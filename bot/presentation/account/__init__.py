"""Words what an account holds, what its trades have brought, and corrections of it."""
