<?php

namespace Shop;

use Shop\Cart\Line;

require_once __DIR__ . '/helpers.php';

const VAT = 19;

/**
 * Sells parcels.
 */
final class Shop implements Seller
{
    public function sell(Line $line): int
    {
        return total([$line]);
    }

    private function close(): void
    {
    }
}

interface Seller
{
    public function sell(Line $line): int;
}
