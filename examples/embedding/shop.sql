CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, item TEXT, due TEXT, done INTEGER);
INSERT INTO orders VALUES (9, 4711, 'kettle', '2026-11-20', 0), (10, 4711, 'lamp', '2026-12-01', 0),
  (11, 4711, 'chair', '2026-10-02', 1), (12, 4712, 'desk', '2026-11-02', 0);
