#pragma once

#include "rarity.hpp"
#include "tools/fs_search/query.hpp"

// Texts of which every match of a query holds at least one, chosen to be rare; none where none are known. No text
// holds a line break or a CR. The pattern must be one that RE2 accepts: what is not understood here yields no texts.
Texts required_texts(const Query& query);
