#pragma once

#include "agent/liquid/scope.hpp"
#include "agent/liquid/value.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace agent::liquid {

// One use of a filter: {{ input | name: arguments }}. Arguments that were not given are missing.
struct Use {
    Value input;
    std::vector<Value> arguments;
    bool allows_false = false;
    Scope& scope;

    bool has(std::size_t index) const { return index < arguments.size(); }
    Value argument(std::size_t index) const { return has(index) ? arguments[index] : Value {}; }
    std::string text(std::size_t index) const { return text_in_filter(argument(index)); }
};

struct FilterRow {
    std::string_view name;
    std::size_t min_arguments;
    std::size_t max_arguments;
    Value (*apply)(const Use& use);
};

std::span<const FilterRow> text_filters();
std::span<const FilterRow> list_filters();
std::span<const FilterRow> property_filters();
std::span<const FilterRow> number_filters();
std::span<const FilterRow> encoding_filters();

// Returns the filter of this name, or nullptr.
const FilterRow* filter_named(std::string_view name);
std::vector<std::string_view> filter_names();

// True for filters of the reference implementation that are not supported because they make HTML.
bool is_left_out(std::string_view filter);

// Formats the input as a date, with the directives of Ruby's strftime. Returns the input if it is
// not a date.
Value date_of(const Use& use);

// Collects a text. Throws TOO_LARGE as soon as it is larger than a value may be.
class BoundedText {
public:
    explicit BoundedText(const Scope& scope)
        : scope(scope)
    {
    }
    void add(std::string_view more)
    {
        scope.check_size(text.size() + more.size());
        text += more;
    }
    std::string text = {};

private:
    const Scope& scope;
};

}
