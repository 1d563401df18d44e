-- Parcels and their customers.
CREATE TABLE shop.parcel (
    id integer PRIMARY KEY,
    grams integer NOT NULL
);

CREATE VIEW heavy AS SELECT id FROM shop.parcel WHERE grams > 20000;

CREATE FUNCTION weigh(id integer) RETURNS integer AS $$ SELECT 1; $$ LANGUAGE sql;
