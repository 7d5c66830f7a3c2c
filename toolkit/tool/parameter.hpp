#pragma once

#include "toolkit/tool/member_place.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::tool {

// At most so many elements, without memory of their own: a table of parameters is made for each
// call of a tool.
template<class Element, std::size_t max_size>
class ShortList {
public:
    constexpr ShortList() = default;
    constexpr ShortList(std::initializer_list<Element> elements)
    {
        for (const Element& element : elements)
            push_back(element);
    }

    // Throws std::out_of_range if the list is full.
    constexpr void push_back(const Element& element) { all.at(count++) = element; }

    constexpr const Element* begin() const { return all.data(); }
    constexpr const Element* end() const { return all.data() + count; }
    constexpr Element* begin() { return all.data(); }
    constexpr Element* end() { return all.data() + count; }

private:
    std::array<Element, max_size> all {};
    std::size_t count = 0;
};

// A limit that a parameter can carry: a keyword of JSON Schema with its value.
struct Limit {
    const char* keyword;
    std::int64_t value;
};

using Limits = ShortList<Limit, 2>;

inline Limits at_least(std::int64_t minimum) { return {{"minimum", minimum}}; }
inline Limits between(std::int64_t minimum, std::int64_t maximum)
{
    return {{"minimum", minimum}, {"maximum", maximum}};
}
inline Limits at_most_items(std::int64_t count) { return {{"maxItems", count}}; }

// The form of a string: what the schema prints about it, and what is enforced.
struct TextFormat {
    const char* pattern; // of JSON Schema; nullptr: minLength 1, and a text must not be empty
    bool (*fits)(std::string_view text);
    const char* words; // of the error: 'x' must be …
    const char* hint;
};

// A path: any text that is not empty. The path need not exist.
extern const TextFormat path_format;

// A SHA-256 in hexadecimal.
extern const TextFormat sha256_format;

// "0644" or "644": permission bits alone.
extern const TextFormat octal_mode_format;

}

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

// Selects the names of a path that are looked up on the disk in other forms (same_name.hpp).
enum class PathSpelling { as_sent, as_on_disk, directory_as_on_disk };

// The part of a parameter that does not depend on the Request: what is printed, and what is
// checked. All texts are literals: it is copied for each call.
struct Declaration {
    std::string_view name = {}; // on the wire; for a flag, without the dashes
    bool is_required = false;
    std::string_view stand_in = {}; // another field, which may be sent in place of a required one
    std::string_view description = {}; // empty: the name says all
    Limits limits = {};
    ShortList<const char*, 12> aliases = {}; // accepted, never printed
    bool is_unlisted = false; // the field itself is accepted and never printed
    std::string_view encoded_name = {}; // takes the same value in base64
    bool prints_encoded_name = false;
    bool tells_encoding
        = false; // a checked request has `encoded_name`: true if the value came in base64
    std::string_view limit_flag
        = {}; // the operator's flag that sets "maximum", and the default that stood at it
    std::string_view placeholder
        = {}; // of a flag's value, in help; empty if its schema says enough
    bool is_only_a_list = false; // one string is not accepted for a list of strings
    const TextFormat* format = nullptr; // of a string
    PathSpelling path_spelling = PathSpelling::as_sent; // of a path, or of each in a list
    // A name that is refused because it could mean two things, and what to send instead.
    std::string_view ambiguous_name = {};
    std::string_view ambiguous_hint = {};
};

// The way of a checked value into one Request.
struct Slot {
    MemberPlace place;
    bool* is_encoded = nullptr; // set if the value came in base64
};

// A place for a list of objects that have a table of their own.
struct ObjectList {
    // Of the table of an object: the declaration of a row, and where its default is.
    std::vector<std::pair<const Declaration*, MemberPlace>> rows;
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
        for (const char* const name : names)
            field.aliases.push_back(name);
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
    Parameter&& or_base64(std::string_view name) &&
    {
        field.encoded_name = name;
        field.prints_encoded_name = true;
        return std::move(*this);
    }

    // The same, but no schema and no help has the name: models send text.
    Parameter&& or_unlisted_base64(std::string_view name) &&
    {
        field.encoded_name = name;
        return std::move(*this);
    }

    // As or_unlisted_base64(); the member is true if the value came in base64.
    Parameter&& or_unlisted_base64(std::string_view name, bool Request::*member) &&
    {
        field.tells_encoding = true;
        is_encoded = member;
        return std::move(*this).or_unlisted_base64(name);
    }

    // Required, unless this other field is sent.
    Parameter&& or_field(std::string_view name) &&
    {
        field.stand_in = name;
        return std::move(*this);
    }

    // As or_base64(); the member tells whether they did.
    Parameter&& or_base64(std::string_view name, bool Request::*member) &&
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

    // A path, or a list of paths, whose names may be spelled in another way than on the disk.
    Parameter&& spelled_as_on_disk() &&
    {
        field.path_spelling = PathSpelling::as_on_disk;
        return std::move(*this);
    }

    // A new path: the names of its directory may be spelled in another way than on the disk.
    Parameter&& in_directory_on_disk() &&
    {
        field.path_spelling = PathSpelling::directory_as_on_disk;
        return std::move(*this);
    }

    // A name that other tools use in more than one sense is refused, with this hint.
    Parameter&& hint_for(std::string_view name, std::string_view hint) &&
    {
        field.ambiguous_name = name;
        field.ambiguous_hint = hint;
        return std::move(*this);
    }

    // The maximum is the operator's, by --FLAG; without the flag it is the one declared.
    Parameter&& limited_by(std::string_view flag) &&
    {
        field.limit_flag = flag;
        return std::move(*this);
    }

    // What help calls the flag's value, such as DIR. Without it: the choices of an enum, else the
    // unit.
    Parameter&& takes(std::string_view placeholder) &&
    {
        field.placeholder = placeholder;
        return std::move(*this);
    }
};

template<class Request, class Value>
Parameter<Request> required(std::string_view name, Value Request::*member,
    std::string_view description = {}, const Limits& limits = {})
{
    return {{.name = name, .is_required = true, .description = description, .limits = limits},
        [member](Request& request) { return place_of_member(request.*member); }};
}

// The default is whatever the Request's own initializer says. It is printed where it says
// something: a switch that is off and an empty list are what anyone expects of a field left out,
// and a schema costs tokens.
template<class Request, class Value>
Parameter<Request> optional(std::string_view name, Value Request::*member,
    std::string_view description = {}, const Limits& limits = {})
{
    Parameter<Request> parameter = required(name, member, description, limits);
    parameter.field.is_required = false;
    return parameter;
}

template<class Item>
using SharedRows = std::shared_ptr<const std::vector<Parameter<Item>>>;

// A list of objects, each checked by `rows`.
template<class Item>
MemberPlace place_of_objects(std::vector<Item>& items, const SharedRows<Item>& rows)
{
    auto list = std::make_shared<ObjectList>();
    const auto usual = std::make_shared<Item>(); // the defaults
    for (const auto& row : *rows)
        list->rows.emplace_back(&row.field, row.place(*usual));
    list->clear = [&items] { items.clear(); };
    list->add = [&items, rows, usual] {
        std::vector<Slot> slots;
        slots.reserve(rows->size());
        Item& item = items.emplace_back(*usual);
        for (const auto& row : *rows)
            slots.push_back(row.slot(item));
        return slots;
    };
    return list;
}

// Five parts make a row of these: what an element is comes in addition.
// NOLINTBEGIN(readability-function-size)
template<class Request, class Item>
Parameter<Request> required(std::string_view name, std::vector<Item> Request::*member,
    std::vector<Parameter<Item>> rows, std::string_view description = {}, const Limits& limits = {})
{
    return {{.name = name, .is_required = true, .description = description, .limits = limits},
        [member, rows = std::make_shared<const std::vector<Parameter<Item>>>(std::move(rows))](
            Request& request) { return place_of_objects<Item>(request.*member, rows); }};
}

template<class Request, class Item>
Parameter<Request> optional(std::string_view name, std::vector<Item> Request::*member,
    std::vector<Parameter<Item>> rows, std::string_view description = {}, const Limits& limits = {})
{
    Parameter<Request> parameter = required(name, member, std::move(rows), description, limits);
    parameter.field.is_required = false;
    return parameter;
}
// NOLINTEND(readability-function-size)

// A field that has no effect here: any value is accepted, and no schema lists it.
template<class Request>
Parameter<Request> ignored(std::string_view name)
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
    parameter.field.path_spelling = PathSpelling::as_on_disk;
    return parameter;
}

template<class Request>
Parameter<Request> required_path(std::string Request::*member, std::string_view description)
{
    return path_names(required("path", member, description));
}

template<class Request>
Parameter<Request> optional_path(std::string Request::*member, std::string_view description)
{
    return path_names(optional("path", member, description));
}

// A row of the operator's table: --name VALUE, --name=VALUE, or --name alone for a bool; a vector
// takes the flag many times. It fills the same Request, and no name of the model's table may point
// at the same member.
template<class Request, class Value>
Parameter<Request> flag(std::string_view name, Value Request::*member,
    std::string_view description = {}, const Limits& limits = {})
{
    return optional(name, member, description, limits);
}

}
