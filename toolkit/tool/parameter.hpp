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

// A list of at most `max_size` elements without allocation, because a table of parameters is
// created for each call of a tool.
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

// A limit of a parameter: a keyword of JSON Schema with its value.
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

// The form of a string: the pattern for the schema, and the check.
struct TextFormat {
    // Pattern for JSON Schema; nullptr: minLength 1, any text that is not empty.
    const char* pattern;
    bool (*fits)(std::string_view text);
    const char* words; // completes the error "'x' must be …"
    const char* hint;
};

// A path: any text that is not empty. It need not exist.
extern const TextFormat path_format;

// A SHA-256 in hexadecimal.
extern const TextFormat sha256_format;

// "0644" or "644": permission bits only.
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

// Selects which names of a path are replaced by their spelling on the disk
// (workspace/nearest_path.hpp).
enum class PathSpelling { as_sent, as_on_disk, directory_as_on_disk };

// The part of a parameter that does not depend on the Request: the texts and the checks. All texts
// must be literals, because it is copied for each call.
struct Declaration {
    std::string_view name = {}; // as in requests; for a flag, without the dashes
    bool is_required = false;
    std::string_view stand_in = {}; // another field that may be sent in place of this required one
    std::string_view description = {}; // empty if the name is sufficient
    Limits limits = {};
    ShortList<const char*, 12> aliases = {}; // accepted, never shown
    bool is_unlisted = false; // the field itself is accepted but never shown
    std::string_view encoded_name = {}; // name under which the value is sent in base64
    bool prints_encoded_name = false;
    // A checked request has `encoded_name`, with true, if the value came in base64.
    bool tells_encoding = false;
    // The operator's flag that sets "maximum"; a default equal to the maximum changes with it.
    std::string_view limit_flag = {};
    // The name of a flag's value in the help; empty if its schema is sufficient.
    std::string_view placeholder = {};
    bool is_only_a_list = false; // a single string is not accepted for a list of strings
    const TextFormat* format = nullptr; // for a string
    PathSpelling path_spelling = PathSpelling::as_sent; // for a path, or for each path in a list
    // A name that is refused because it is ambiguous, and the hint what to send instead.
    std::string_view ambiguous_name = {};
    std::string_view ambiguous_hint = {};
};

// The place in one Request to which a checked value is assigned.
struct Slot {
    MemberPlace place;
    bool* is_encoded = nullptr; // set if the value came in base64
};

// A place for a list of objects that have a table of their own.
struct ObjectList {
    // The table of an object: the declaration of each row, and the place of its default.
    std::vector<std::pair<const Declaration*, MemberPlace>> rows;
    std::function<void()> clear;
    // Appends an object; returns its slots, in the order of `rows`.
    std::function<std::vector<Slot>()> add;
};

// One row of a tool's table: a Declaration, and a member of the Request.
template<class Request>
struct Parameter {
    Declaration field;
    std::function<MemberPlace(Request&)> place;
    bool Request::*is_encoded = nullptr;

    Slot slot(Request& request) const
    {
        return {place(request), is_encoded == nullptr ? nullptr : &(request.*is_encoded)};
    }

    // Each of the following functions changes the row and returns it, for use in the expression
    // that creates it. Rows are moved and not copied, because a table is created for each call of
    // the tool.

    // Adds another name that models have learnt for this field. Other spellings of a name (case,
    // '_', '-') are accepted without it.
    Parameter&& alias(const char* name) && { return std::move(*this).aliases({name}); }
    Parameter&& aliases(std::initializer_list<const char*> names) &&
    {
        for (const char* const name : names)
            field.aliases.push_back(name);
        return std::move(*this);
    }

    // Accepts and checks the field as usual, but does not show it in schema and help: a field that
    // a model may have learnt elsewhere, and that need not be mentioned.
    Parameter&& unlisted() &&
    {
        field.is_unlisted = true;
        return std::move(*this);
    }

    // Accepts bytes that are not UTF-8 in base64 under this name, in place of the plain one. The
    // schema mentions it for the first such row of a table.
    Parameter&& or_base64(std::string_view name) &&
    {
        field.encoded_name = name;
        field.prints_encoded_name = true;
        return std::move(*this);
    }

    // Like or_base64(), but the name is not shown in schema and help, since models send text.
    Parameter&& or_unlisted_base64(std::string_view name) &&
    {
        field.encoded_name = name;
        return std::move(*this);
    }

    // Like or_unlisted_base64(); `member` is set to true if the value came in base64.
    Parameter&& or_unlisted_base64(std::string_view name, bool Request::*member) &&
    {
        field.tells_encoding = true;
        is_encoded = member;
        return std::move(*this).or_unlisted_base64(name);
    }

    // Makes the field required unless this other field is sent.
    Parameter&& or_field(std::string_view name) &&
    {
        field.stand_in = name;
        return std::move(*this);
    }

    // Like or_base64(); `member` is set to true if the value came in base64.
    Parameter&& or_base64(std::string_view name, bool Request::*member) &&
    {
        field.tells_encoding = true;
        is_encoded = member;
        return std::move(*this).or_base64(name);
    }

    // Accepts only a list: a single string could mean one element, or several that have to be
    // split.
    Parameter&& only_a_list() &&
    {
        field.is_only_a_list = true;
        return std::move(*this);
    }

    // Accepts only strings of this form, which the schema describes.
    Parameter&& of_format(const TextFormat& format) &&
    {
        field.format = &format;
        return std::move(*this);
    }

    // Accepts a path, or a list of paths, whose names may be spelled otherwise than on the disk.
    Parameter&& spelled_as_on_disk() &&
    {
        field.path_spelling = PathSpelling::as_on_disk;
        return std::move(*this);
    }

    // Accepts a new path; the names of its directory may be spelled otherwise than on the disk.
    Parameter&& in_directory_on_disk() &&
    {
        field.path_spelling = PathSpelling::directory_as_on_disk;
        return std::move(*this);
    }

    // Refuses a name that other tools use in more than one sense, with this hint.
    Parameter&& hint_for(std::string_view name, std::string_view hint) &&
    {
        field.ambiguous_name = name;
        field.ambiguous_hint = hint;
        return std::move(*this);
    }

    // Lets the operator set the maximum by --FLAG. Without the flag, the declared one applies.
    Parameter&& limited_by(std::string_view flag) &&
    {
        field.limit_flag = flag;
        return std::move(*this);
    }

    // Sets the name of the flag's value in the help, such as DIR. By default, the choices of an
    // enum or the unit.
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

// The default is the value of the Request's own initializer. It is shown only if it is informative:
// a switch that is off and an empty list are expected for a missing field, and a schema costs
// tokens.
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

// Returns the place of a list of objects, each checked by `rows`.
template<class Item>
MemberPlace place_of_objects(std::vector<Item>& items, const SharedRows<Item>& rows)
{
    auto list = std::make_shared<ObjectList>();
    const auto usual = std::make_shared<Item>(); // has the defaults
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

// These functions have five parameters, since a list of objects needs a table for its elements.
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

// Declares a field without any effect: all values are accepted, and no schema lists it.
template<class Request>
Parameter<Request> ignored(std::string_view name)
{
    return {{.name = name, .is_unlisted = true}, [](Request&) { return IgnoredPlace(); }};
}

// Adds the usual names of "path": file_path, absolute_path, and pathBase64 for a path that is not
// UTF-8.
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

// Declares a row of the operator's table: --name VALUE, --name=VALUE, or --name alone for a bool.
// The flag may be repeated for a vector. It fills the same Request; no row of the model's table may
// refer to the same member.
template<class Request, class Value>
Parameter<Request> flag(std::string_view name, Value Request::*member,
    std::string_view description = {}, const Limits& limits = {})
{
    return optional(name, member, description, limits);
}

}
