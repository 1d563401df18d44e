<?php

/** Adds up lines. */
function total(array $lines): int
{
    return count($lines);
}

define('CURRENCY', 'EUR');
