#include "agent/channel/reader.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::channel {

using namespace toolkit;

namespace {

// Appends a name or index to the path of the current value, and removes it in the destructor.
class At {
public:
    At(std::string& path, std::string_view name)
        : path(path)
        , size(path.size())
    {
        if (!path.empty())
            path += '.';
        path += name;
    }
    At(std::string& path, std::size_t index)
        : path(path)
        , size(path.size())
    {
        path += '[' + std::to_string(index) + ']';
    }
    At(const At&) = delete;
    At& operator=(const At&) = delete;
    ~At() { path.resize(size); }

private:
    std::string& path;
    std::size_t size;
};

}

void Reader::fail(const std::string& expected) const
{
    throw ToolError(Code::bad_request, text::in_quotes(path) + " must be " + expected);
}

// Returns a description of the limits such as " of 1 to 128 characters".
static std::string in_limits(std::size_t low, std::size_t high, const std::string& unit)
{
    const std::string numbers = high == no_limit
        ? "at least " + std::to_string(low)
        : std::to_string(low) + " to " + std::to_string(high);
    return " of " + numbers + " " + unit + (numbers == "at least 1" ? "" : "s");
}

void Reader::text(const Row& row, Json& json, void* value)
{
    if (!json.is_string())
        fail("a string");
    auto& text = json.get_ref<std::string&>();
    if (text.size() > row.max_bytes)
        throw ToolError(Code::too_large,
            text::in_quotes(path) + " is longer than " + std::to_string(row.max_bytes) + " bytes");
    if (row.min_length > 0 || row.max_length != no_limit) {
        const std::size_t length = json::length_of(text);
        if (length < row.min_length || length > row.max_length)
            fail("a string" + in_limits(row.min_length, row.max_length, "character"));
    }
    if (row.pattern.fits != nullptr && !row.pattern.fits(text))
        fail("a string that matches " + std::string(row.pattern.pattern));
    *static_cast<std::string*>(value) = std::move(text);
}

static std::string limit_text(double limit)
{
    const auto whole = static_cast<std::int64_t>(limit);
    return static_cast<double>(whole) == limit ? std::to_string(whole) : Json(limit).dump();
}

// Accepts 3.0 as an integer, as JSON Schema does.
void Reader::number(const Row& row, const Type& type, const Json& json, void* value)
{
    const bool is_integer = type.kind == Type::Kind::integer;
    const Range& range = row.range;
    const long double number = json.is_number() ? json::number_of(json) : 0;
    const bool fits = json::has_type(json, is_integer ? "integer" : "number")
        && number >= range.minimum && number <= range.maximum
        && (!range.is_exclusive || number > range.minimum);
    // Integers have 64 bits even if no range is declared.
    if (!fits || (is_integer && (number < -0x1p63L || number >= 0x1p63L))) {
        std::string expected = is_integer ? "an integer" : "a number";
        if (range.minimum == range.maximum)
            expected = limit_text(range.minimum);
        else if (range.maximum < std::numeric_limits<double>::infinity())
            expected += (range.is_exclusive ? " above " : " from ") + limit_text(range.minimum)
                + " up to " + limit_text(range.maximum);
        fail(expected);
    }
    if (is_integer)
        *static_cast<std::int64_t*>(value) = static_cast<std::int64_t>(number);
    else
        *static_cast<double*>(value) = json.get<double>();
}

void Reader::word(const Type& type, const Json& json, void* value)
{
    const auto* const text = json.get_ptr<const std::string*>();
    const auto found = text == nullptr
        ? type.words.end()
        : std::find(type.words.begin(), type.words.end(), std::string_view(*text));
    const bool is_other = found == type.words.end();
    if (is_other && (text == nullptr || !type.is_open || manner == Manner::strict)) {
        std::string all;
        for (const auto word : type.words)
            all += (all.empty() ? "" : ", ") + std::string(word);
        fail((type.words.size() == 1 ? "" : "one of ") + all);
    }
    type.make(value, static_cast<std::size_t>(found - type.words.begin()));
}

void Reader::document(const Row& row, Json& json, void* value)
{
    if (row.is_object && !json.is_object())
        fail("an object");
    *static_cast<Document*>(value) = Document(std::move(json));
}

void Reader::list(const Row& row, const Type& type, Json& json, void* value)
{
    if (!json.is_array())
        fail("an array");
    if (json.size() < row.min_items || json.size() > row.max_items)
        fail("an array" + in_limits(row.min_items, row.max_items, "item"));
    for (std::size_t index = 0; index < json.size(); ++index) {
        const At here(path, index);
        this->value(row, *type.inner, json[index], type.make(value, 0));
    }
}

// Reads a variant. The type of a value that is not an object identifies its alternative.
void Reader::choice(const Row& row, const Type& type, Json& json, void* value)
{
    using Kind = Type::Kind;
    for (std::size_t at = 0; at < type.choices.size(); ++at) {
        const Kind kind = type.choices[at]->kind;
        if ((kind == Kind::text && json.is_string()) || (kind == Kind::list && json.is_array()))
            return this->value(row, *type.choices[at], json, type.make(value, at));
    }
    const bool has_object = std::any_of(type.choices.begin(), type.choices.end(),
        [](const Type* one) { return one->kind == Kind::object; });
    if (!has_object)
        fail("a string or an array");
    const Type* chosen = &type;
    if (type.tag.empty()) // one alternative is an object
        for (std::size_t at = 0; at < type.choices.size(); ++at)
            if (type.choices[at]->kind == Kind::object) {
                chosen = type.choices[at];
                value = type.make(value, at);
            }
    object(*chosen, json, value);
}

void Reader::value(const Row& row, const Type& type, Json& json, void* value)
{
    using Kind = Type::Kind;
    switch (type.kind) {
    case Kind::text: return text(row, json, value);
    case Kind::boolean:
        if (!json.is_boolean())
            fail("true or false");
        *static_cast<bool*>(value) = json.get<bool>();
        return;
    case Kind::integer:
    case Kind::number: return number(row, type, json, value);
    case Kind::document: return document(row, json, value);
    case Kind::word: return word(type, json, value);
    case Kind::optional: return this->value(row, *type.inner, json, type.make(value, 0));
    case Kind::list: return list(row, type, json, value);
    case Kind::choice: return choice(row, type, json, value);
    case Kind::object: return object(type, json, value);
    }
}

static void require_json_size(const Row& row, const Json& json)
{
    if (row.max_json != no_limit
        && json.dump(-1, ' ', false, Json::error_handler_t::replace).size() > row.max_json)
        throw ToolError(Code::too_large,
            text::in_quotes(row.name) + " is larger than " + std::to_string(row.max_json >> 20U)
                + " MiB",
            std::string(row.hint));
}

void Reader::field(const Row& row, Json& json, void* object, Names& read)
{
    // The tables have one way to reach a member, for those that write, too.
    void* const value = const_cast<void*>(row.get(object));
    if (row.is_inline)
        return inline_fields(*row.type, json, value, read);
    const auto found = json.find(row.name);
    const At here(path, row.name);
    if (found == json.end()) {
        if (row.is_required)
            throw ToolError(Code::bad_request, text::in_quotes(path) + " is missing");
        return;
    }
    read.push_back(row.name);
    const bool may_be_null = row.is_nullable || (manner == Manner::tolerant && row.is_large);
    if (found->is_null() && may_be_null)
        return;
    require_json_size(row, *found);
    this->value(row, *row.type, *found, value);
    if (row.problem == nullptr)
        return;
    if (const std::string problem = row.problem(value); !problem.empty())
        throw ToolError(Code::too_large, text::in_quotes(path) + " " + problem);
}

void Reader::fields(const Table& table, Json& json, void* object, Names& read)
{
    for (const Row& row : table.rows)
        field(row, json, object, read);
}

static std::string_view first_field(const Type& alternative)
{
    return alternative.table->rows.front().name;
}

// Returns the index of the alternative that `json` represents.
std::size_t Reader::chosen(const Type& type, const Json& json)
{
    std::string names;
    std::size_t count = 0;
    std::size_t which = 0;
    for (std::size_t at = type.choices.size(); at-- > 0;) {
        const Type& one = *type.choices[at];
        const auto tag = type.tag.empty() ? json.end() : json.find(type.tag);
        const bool fits = type.tag.empty() ? json.contains(first_field(one))
                                           : tag != json.end() && tag->is_string()
                && tag->get_ref<const std::string&>() == one.table->tag;
        if (fits) {
            ++count;
            which = at;
        }
        const auto name = type.tag.empty() ? first_field(one) : one.table->tag;
        names = (type.tag.empty() ? text::in_quotes(name) : std::string(name))
            + (names.empty() ? "" : ", ") + names;
    }
    if (count == 1 || (count > 1 && manner == Manner::tolerant))
        return which;
    if (type.tag.empty())
        throw ToolError(Code::bad_request,
            "exactly one of " + names + " is needed"
                + (path.empty() ? "" : " in " + text::in_quotes(path)));
    const At here(path, type.tag);
    fail("one of " + names);
}

void Reader::inline_fields(const Type& type, Json& json, void* value, Names& read)
{
    if (type.kind != Type::Kind::choice)
        return fields(*type.table, json, value, read);
    const std::size_t at = chosen(type, json);
    if (!type.tag.empty())
        read.push_back(type.tag);
    fields(*type.choices[at]->table, json, type.make(value, at), read);
}

// Adds the names of all fields of a table, including those of its inline structs and variants.
static void add_names(const Table& table, std::vector<std::string>& names)
{
    for (const Row& row : table.rows) {
        if (!row.is_inline)
            names.emplace_back(row.name);
        else if (row.type->kind == Type::Kind::object)
            add_names(*row.type->table, names);
        else
            for (const Type* one : row.type->choices)
                add_names(*one->table, names);
    }
}

static bool has_field(const Table& table, std::string_view name)
{
    return std::any_of(table.rows.begin(), table.rows.end(), [&](const Row& row) {
        if (!row.is_inline)
            return row.name == name;
        if (row.type->kind == Type::Kind::object)
            return has_field(*row.type->table, name);
        return std::any_of(row.type->choices.begin(), row.type->choices.end(),
            [&](const Type* one) { return has_field(*one->table, name); });
    });
}

// Throws if the object has an unknown field. Called before the other checks, so that a misspelt
// field is not reported as missing.
void Reader::require_known(const Table& table, const Json& json, std::string_view tag)
{
    if (manner == Manner::tolerant)
        return;
    for (const auto& [name, member] : json.items()) {
        if (name == tag || has_field(table, name))
            continue;
        std::vector<std::string> names;
        add_names(table, names);
        const At here(path, name);
        throw ToolError(Code::bad_request, "unknown field " + text::in_quotes(path),
            text::did_you_mean(name, names));
    }
}

void Reader::require_read(const Json& json, const Names& read)
{
    if (manner == Manner::tolerant || read.size() == json.size())
        return;
    for (const auto& [name, member] : json.items()) {
        if (std::find(read.begin(), read.end(), name) != read.end())
            continue;
        const At here(path, name);
        throw ToolError(
            Code::bad_request, text::in_quotes(path) + " does not go with the other fields");
    }
}

void Reader::object(const Type& type, Json& json, void* value)
{
    if (!json.is_object())
        fail("an object");
    if (type.kind != Type::Kind::choice)
        return read(*type.table, json, value);
    const std::size_t at = chosen(type, json);
    Names names {type.tag};
    const Table& table = *type.choices[at]->table;
    require_known(table, json, type.tag);
    fields(table, json, type.make(value, at), names);
    require_read(json, names);
}

void Reader::read(const Table& table, Json& json, void* object)
{
    Names names;
    require_known(table, json, {});
    fields(table, json, object, names);
    require_read(json, names);
}

}
