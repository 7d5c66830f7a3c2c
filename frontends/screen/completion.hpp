#pragma once

#include "frontends/screen/line.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace toolkit;

// The list that Tab opens: at most eight names are shown.
class Completion {
public:
    // Of the answer's `items`: texts, or objects with `text` and `summary`.
    void open(const Json& list);
    void close() { items.clear(); }
    bool is_open() const { return !items.empty(); }
    std::size_t size() const { return items.size(); }

    void next() { at = (at + 1) % items.size(); }
    void previous() { at = (at + items.size() - 1) % items.size(); }
    const std::string& chosen() const { return items[at].text; }

    Lines rows(std::size_t columns, std::size_t most, const Palette& palette) const;

private:
    struct Item {
        std::string text;
        std::string summary;
    };

    std::vector<Item> items;
    std::size_t at = 0;
};

}
