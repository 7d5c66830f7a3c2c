#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace agent::mcp {

// Rows in which the operator reads what a server says. None is wider than `columns`, and control
// characters and what looks like something else are written out. Each row of a text begins with its
// indentation, so that none passes for our own words if that is not empty.
class ShownRows {
public:
    explicit ShownRows(std::size_t columns)
        : columns(columns)
    {
    }

    // Each line of the text; one newline at its end adds none.
    void add(const std::string& indent, std::string_view text);

    std::vector<std::string> take() { return std::move(rows); }

private:
    void add_line(const std::string& indent, std::string_view line);

    std::size_t columns;
    std::vector<std::string> rows;
};

}
