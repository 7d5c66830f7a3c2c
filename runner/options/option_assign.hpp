#pragma once

#include "runner/options/option_table.hpp"
#include "runner/options/option_values.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <string>
#include <string_view>

namespace runner::options {

using namespace toolkit;

// What rows of the table do with a value.

template<std::string Options::*member>
void text(Options& options, std::string_view value)
{
    if (!text::is_utf8(value))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not UTF-8");
    options.*member = value;
}

template<bool Options::*member, bool meaning = true>
void toggle(Options& options, std::string_view value)
{
    options.*member = parse_switch(value) == meaning;
}

template<auto member, auto parse>
void set(Options& options, std::string_view value)
{
    options.*member = parse(value);
}

// The smaller limit counts; the value of a new Options means none.
template<auto member, auto parse>
Narrowed lower(Options& options, std::string_view value)
{
    const auto limit = parse(value);
    const auto unlimited = Options().*member;
    if (options.*member != unlimited && options.*member <= limit)
        return Narrowed::unchanged;
    options.*member = limit;
    return Narrowed::replaced;
}

}
