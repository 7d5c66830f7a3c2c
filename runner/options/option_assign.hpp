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

// What rows of the table do with a value, for a member of Options or of a struct of one command's
// own options.

template<class Member>
struct OwnerOf;
template<class Value, class Owner>
struct OwnerOf<Value Owner::*> {
    using Type = Owner;
};

// Returns the struct that has the member.
template<auto member>
auto& owner_of(Options& options)
{
    using Owner = typename OwnerOf<decltype(member)>::Type;
    if constexpr (std::is_same_v<Owner, Options>)
        return options;
    else
        return options.own.of<Owner>();
}

template<auto member>
void set_text(Options& options, std::string_view value)
{
    if (!text::is_utf8(value))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not UTF-8");
    owner_of<member>(options).*member = value;
}

// Adds to a list.
template<auto member>
void add_text(Options& options, std::string_view value)
{
    if (!text::is_utf8(value))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not UTF-8");
    (owner_of<member>(options).*member).emplace_back(value);
}

template<auto member, bool meaning = true>
void toggle(Options& options, std::string_view value)
{
    owner_of<member>(options).*member = parse_switch(value) == meaning;
}

template<auto member, auto parse>
void set(Options& options, std::string_view value)
{
    owner_of<member>(options).*member = parse(value);
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

// Rows of a run, and what they do, of which a command may have its own.
Narrowed ask_more_often(Options& options, std::string_view value);
void set_timeout(Options& options, std::string_view value);
Narrowed lower_timeout(Options& options, std::string_view value);
Option option_of_retries(const char* help, const char* preset, std::vector<Command> commands);
Option option_of_tasks(const char* preset, std::vector<Command> commands);
Option option_of_investigator(const char* preset, std::vector<Command> commands);

}
