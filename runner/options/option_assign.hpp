#pragma once

#include "runner/options/option_table.hpp"
#include "runner/options/option_values.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <chrono>
#include <string>
#include <string_view>

// What a row of the table does with a value.

template<std::string Options::*member>
void text(Options& options, std::string_view value)
{
    if (!is_utf8(value))
        throw ToolError(Code::bad_request, in_quotes(value) + " is not UTF-8");
    options.*member = value;
}

template<bool Options::*member>
void toggle(Options& options, std::string_view value)
{
    options.*member = parse_switch(value);
}

template<std::int64_t Options::*member>
void count(Options& options, std::string_view value)
{
    options.*member = parse_count(value);
}

template<std::chrono::milliseconds Options::*member>
void duration(Options& options, std::string_view value)
{
    options.*member = parse_duration(value);
}
