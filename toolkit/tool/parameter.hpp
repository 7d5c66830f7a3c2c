#pragma once

#include "toolkit/tool/limits.hpp"
#include "toolkit/tool/member_place.hpp"
#include "toolkit/tool/text_format.hpp"

#include <functional>
#include <initializer_list>
#include <string>
#include <utility>

// The table of a request: a row for each field that a model may send.
//
//     required_path(&Request::path, "")                          "path", and the names it goes by
//     optional("globs", &Request::globs).alias("include")        another name of the field
//     optional("offset", &Request::offset).unlisted()            accepted, in no schema
//     ignored<Request>("instruction")                            accepted, and not used
//     optional("edits", &Request::edits, edit_rows, "In order")  a list of objects: a member
//                                  std::vector<Edit>, and the table of an Edit
//     optional("args", &Request::args).only_a_list()             "-l" for ["-l"] is refused
//     .hint_for("timeout", "timeoutSec is in seconds")           a name that could mean two things
//                                                                is refused with this hint
//
// The type of the member says what is accepted, and what the schema says:
//
//     std::string, an enum      a string
//     std::int64_t              an integer; 3.0, "3" and "3.0" too
//     bool                      true or false; "true" and "false" too
//     std::vector<std::string>  a list of strings; also one string, or the list as JSON in one
//     TextOrList                a string or a list of strings, and the tool sees which
//     std::map                  an object of strings; also as JSON in a string
//     a list of objects         also one object, and either as JSON in a string
//
// null means that the field was not sent. A name may be spelt in another case, with or without
// "_" and "-" (max_results for maxResults), if one field alone is meant.

namespace toolkit::tool {

// The part of a parameter that does not depend on the Request: what is printed, and what is
// checked.
struct Declaration {
    std::string name = {}; // on the wire; for a flag, without the dashes
    bool is_required = false;
    std::string stand_in = {}; // another field, which may be sent in place of a required one
    std::string description = {}; // empty: the name says all
    Limits limits = {};
    std::vector<const char*> aliases = {}; // accepted, never printed; literals
    bool is_unlisted = false; // the field itself is accepted and never printed
    std::string encoded_name = {}; // takes the same value in base64
    bool prints_encoded_name = false;
    bool tells_encoding
        = false; // a checked request has `encoded_name`: true if the value came in base64
    std::string limit_flag
        = {}; // the operator's flag that sets "maximum", and the default that stood at it
    std::string placeholder = {}; // of a flag's value, in help; empty if its schema says enough
    bool is_only_a_list = false; // one string is not accepted for a list of strings
    const TextFormat* format = nullptr; // of a string
    // Names that are refused because they could mean two things, and what to send instead.
    std::vector<std::pair<std::string, std::string>> ambiguous_names = {};
};

// The way of a checked value into one Request.
struct Slot {
    MemberPlace place;
    bool* is_encoded = nullptr; // set if the value came in base64
};

// A place for a list of objects that have a table of their own.
struct ObjectList {
    // Of the table of an object: the declaration of a row, and where its default is.
    std::vector<std::pair<Declaration, MemberPlace>> rows;
    std::function<void()> clear;
    std::function<std::vector<Slot>()> add; // appends an object; its slots, in the order of `rows`
};

// One row of a tool's table: a Declaration, and the member of the Request.
template<class Request>
struct Parameter {
    Declaration field;
    std::function<MemberPlace(Request&)> place;
    bool Request::*is_encoded = nullptr;

    Slot slot(Request& request) const
    {
        return {place(request), is_encoded == nullptr ? nullptr : &(request.*is_encoded)};
    }

    // Each changes the row and passes it on, for the expression that makes it: a table is made for
    // each call of the tool, so rows are not copied.

    // Another name that models have learnt for this one. Other spellings of a name (case, '_', '-')
    // need none.
    Parameter&& alias(const char* name) && { return std::move(*this).aliases({name}); }
    Parameter&& aliases(std::initializer_list<const char*> names) &&
    {
        field.aliases.insert(field.aliases.end(), names.begin(), names.end());
        return std::move(*this);
    }

    // Accepted and checked like any other, but in no schema and no help: what a model may have
    // learnt elsewhere and nobody needs to be told.
    Parameter&& unlisted() &&
    {
        field.is_unlisted = true;
        return std::move(*this);
    }

    // Bytes that are not UTF-8 come in base64 under this name, in place of the plain one. The
    // schema says so of the first such row of a table.
    Parameter&& or_base64(const std::string& name) &&
    {
        field.encoded_name = name;
        field.prints_encoded_name = true;
        return std::move(*this);
    }

    // The same, but no schema and no help has the name: models send text.
    Parameter&& or_unlisted_base64(const std::string& name) &&
    {
        field.encoded_name = name;
        return std::move(*this);
    }

    // Required, unless this other field is sent.
    Parameter&& or_field(const std::string& name) &&
    {
        field.stand_in = name;
        return std::move(*this);
    }

    // As or_base64(); the member tells whether they did.
    Parameter&& or_base64(const std::string& name, bool Request::*member) &&
    {
        field.tells_encoding = true;
        is_encoded = member;
        return std::move(*this).or_base64(name);
    }

    // A list alone is accepted: one string could mean one element, or several that have to be
    // split.
    Parameter&& only_a_list() &&
    {
        field.is_only_a_list = true;
        return std::move(*this);
    }

    // A string of this form alone is accepted; the schema says so.
    Parameter&& of_format(const TextFormat& format) &&
    {
        field.format = &format;
        return std::move(*this);
    }

    // A name that other tools use in more than one sense is refused, with this hint.
    Parameter&& hint_for(const std::string& name, const std::string& hint) &&
    {
        field.ambiguous_names.emplace_back(name, hint);
        return std::move(*this);
    }

    // The maximum is the operator's, by --FLAG; without the flag it is the one declared.
    Parameter&& limited_by(const std::string& flag) &&
    {
        field.limit_flag = flag;
        return std::move(*this);
    }

    // What help calls the flag's value, such as DIR. Without it: the choices of an enum, else the
    // unit.
    Parameter&& takes(const std::string& placeholder) &&
    {
        field.placeholder = placeholder;
        return std::move(*this);
    }
};

// NOLINTBEGIN(performance-unnecessary-value-param): each is moved, into an aggregate
template<class Request, class Value>
Parameter<Request> required(
    std::string name, Value Request::*member, std::string description = {}, Limits limits = {})
{
    return {{.name = std::move(name),
                .is_required = true,
                .description = std::move(description),
                .limits = std::move(limits)},
        [member](Request& request) { return place_of_member(request.*member); }};
}
// NOLINTEND(performance-unnecessary-value-param)

// The default is whatever the Request's own initializer says. It is printed where it says
// something: a switch that is off and an empty list are what anyone expects of a field left out,
// and a schema costs tokens.
template<class Request, class Value>
Parameter<Request> optional(
    std::string name, Value Request::*member, std::string description = {}, Limits limits = {})
{
    Parameter<Request> parameter
        = required(std::move(name), member, std::move(description), std::move(limits));
    parameter.field.is_required = false;
    return parameter;
}

// A list of objects, each checked by `rows`.
template<class Item>
MemberPlace place_of_objects(std::vector<Item>& items, const std::vector<Parameter<Item>>& rows)
{
    auto list = std::make_shared<ObjectList>();
    const auto usual = std::make_shared<Item>(); // the defaults
    for (const auto& row : rows)
        list->rows.emplace_back(row.field, row.place(*usual));
    list->clear = [&items] { items.clear(); };
    list->add = [&items, rows, usual] {
        std::vector<Slot> slots;
        slots.reserve(rows.size());
        Item& item = items.emplace_back(*usual);
        for (const auto& row : rows)
            slots.push_back(row.slot(item));
        return slots;
    };
    return list;
}

// Five parts make a row of these: what an element is comes in addition.
// NOLINTBEGIN(readability-function-size)
template<class Request, class Item>
Parameter<Request> required(const std::string& name, std::vector<Item> Request::*member,
    const std::vector<Parameter<Item>>& rows, const std::string& description = {},
    const Limits& limits = {})
{
    return {{.name = name, .is_required = true, .description = description, .limits = limits},
        [member, rows](Request& request) { return place_of_objects(request.*member, rows); }};
}

template<class Request, class Item>
Parameter<Request> optional(const std::string& name, std::vector<Item> Request::*member,
    const std::vector<Parameter<Item>>& rows, const std::string& description = {},
    const Limits& limits = {})
{
    Parameter<Request> parameter = required(name, member, rows, description, limits);
    parameter.field.is_required = false;
    return parameter;
}
// NOLINTEND(readability-function-size)

// A field that has no effect here: any value is accepted, and no schema lists it.
template<class Request>
Parameter<Request> ignored(const std::string& name)
{
    return {{.name = name, .is_unlisted = true}, [](Request&) { return IgnoredPlace(); }};
}

// "path", under every name that it has: file_path, absolute_path, and pathBase64 for one that is
// not UTF-8.
template<class Request>
Parameter<Request> path_names(Parameter<Request> parameter)
{
    parameter.field.aliases = {"file_path", "filePath", "absolute_path"};
    parameter.field.encoded_name = "pathBase64";
    parameter.field.format = &path_format;
    return parameter;
}

template<class Request>
Parameter<Request> required_path(std::string Request::*member, std::string description)
{
    return path_names(required("path", member, std::move(description)));
}

template<class Request>
Parameter<Request> optional_path(std::string Request::*member, std::string description)
{
    return path_names(optional("path", member, std::move(description)));
}

// A row of the operator's table: --name VALUE, --name=VALUE, or --name alone for a bool; a vector
// takes the flag many times. It fills the same Request, and no name of the model's table may point
// at the same member.
template<class Request, class Value>
Parameter<Request> flag(
    std::string name, Value Request::*member, std::string description = {}, Limits limits = {})
{
    return optional(std::move(name), member, std::move(description), std::move(limits));
}

}
