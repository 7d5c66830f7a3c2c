#pragma once

#include "runner/options/option_table.hpp"
#include "runner/options/option_values.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace runner::options {

using namespace toolkit;

// Functions for Option::assign and Option::narrow. `member` is a member of Options, or of a struct
// with the options of one command (OwnOptions).

template<class Member>
struct OwnerOf;
template<class Value, class Owner>
struct OwnerOf<Value Owner::*> {
    using Type = Owner;
};

// Returns the object that has the member: `options` itself, or a struct in Options::own.
template<auto member>
auto& owner_of(Options& options)
{
    using Owner = typename OwnerOf<decltype(member)>::Type;
    if constexpr (std::is_same_v<Owner, Options>)
        return options;
    else
        return options.own.of<Owner>();
}

// Assigns a text. Throws BAD_REQUEST if it is not UTF-8.
template<auto member>
void set_text(Options& options, std::string_view value)
{
    if (!text::is_utf8(value))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not UTF-8");
    owner_of<member>(options).*member = value;
}

// Appends a text to a list. Throws BAD_REQUEST if it is not UTF-8.
template<auto member>
void add_text(Options& options, std::string_view value)
{
    if (!text::is_utf8(value))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not UTF-8");
    (owner_of<member>(options).*member).emplace_back(value);
}

// Assigns a switch; with `meaning` false, its negation. Throws BAD_REQUEST like parse_switch().
template<auto member, bool meaning = true>
void toggle(Options& options, std::string_view value)
{
    owner_of<member>(options).*member = parse_switch(value) == meaning;
}

// Assigns the value that `parse` returns. Throws what `parse` throws.
template<auto member, auto parse>
void set(Options& options, std::string_view value)
{
    owner_of<member>(options).*member = parse(value);
}

// Lowers a limit: assigns the value unless the current limit is as low or lower. The default value
// of a new Options means that there is no limit.
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

// Option rows of a run, and the functions that assign them, which other commands reuse.
Narrowed ask_more_often(Options& options, std::string_view value);
void set_timeout(Options& options, std::string_view value);
Narrowed lower_timeout(Options& options, std::string_view value);
Option option_of_retries(const char* help, const char* preset, std::vector<Command> commands);
Option option_of_tasks(const char* preset, std::vector<Command> commands);
Option option_of_investigator(const char* preset, std::vector<Command> commands);

}
