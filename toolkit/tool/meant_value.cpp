#include "toolkit/tool/meant_value.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/parameter.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace toolkit::tool {

mode_t parse_mode(std::string_view octal, std::string_view field)
{
    const std::string_view digits = octal.size() == 4 && octal[0] == '0' ? octal.substr(1) : octal;
    if (!octal_mode_format.fits(octal))
        throw ToolError(Code::bad_request,
            text::in_quotes(field) + " must be " + octal_mode_format.words + ", not "
                + text::in_quotes(octal),
            octal_mode_format.hint);
    return static_cast<mode_t>(std::stoul(std::string(digits), nullptr, 8));
}

bool is_left_out(const Field& field, const Json& value)
{
    return !field.is_required && value == "" && field.format != nullptr
        && field.format->pattern == nullptr;
}

// Accepts "12", "-3" and "3.0", but not "+3", "03", " 3" or "3.".
static std::optional<Json> integer_in(std::string_view text)
{
    if (const std::size_t dot = text.find('.'); dot != std::string_view::npos) {
        const std::string_view zeros = text.substr(dot + 1);
        if (zeros.empty() || zeros.find_first_not_of('0') != std::string_view::npos)
            return {};
        text = text.substr(0, dot);
    }
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (digits.empty() || (digits[0] == '0' && digits.size() > 1))
        return {};
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return {};
    return number;
}

static bool is_list_of_strings(const Json& value)
{
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& element) {
        return element.is_string();
    });
}

// Returns the list or object that a string contains as JSON, if it contains nothing else.
static std::optional<Json> structure_in(const std::string& text)
{
    constexpr std::size_t longest = 4 << 20;
    if (text.size() > longest || (!text.starts_with('[') && !text.starts_with('{')))
        return {};
    try {
        return json::parse_bounded(text, json::RepeatedNames::refused);
    } catch (const ToolError&) { // any other text
        return {};
    }
}

static std::optional<Json> meant_by_text(const Field& field, const std::string& text)
{
    switch (field.kind) {
    case Kind::integer: return integer_in(text);
    case Kind::boolean:
        return text == "true" || text == "false" ? std::optional<Json>(text == "true")
                                                 : std::nullopt;
    case Kind::list: {
        if (field.is_only_a_list)
            return {};
        auto list = structure_in(text);
        return list && is_list_of_strings(*list) ? list : std::optional<Json>(Json::array({text}));
    }
    case Kind::map: {
        auto object = structure_in(text);
        return object && object->is_object() ? object : std::nullopt;
    }
    case Kind::objects: {
        auto list = structure_in(text);
        return list && list->is_object() ? std::optional<Json>(Json::array({*list})) : list;
    }
    default: return {};
    }
}

std::optional<Json> meant_value(const Field& field, const Json& value)
{
    if (const auto* const text = value.get_ptr<const std::string*>())
        return meant_by_text(field, *text);
    if (field.kind == Kind::objects && value.is_object())
        return Json::array({value});
    return {};
}

static std::optional<Json> boolean_in(const Json& value)
{
    static constexpr std::array<std::string_view, 4> yes {"true", "yes", "on", "1"};
    static constexpr std::array<std::string_view, 4> no {"false", "no", "off", "0"};
    if (!value.is_string() && !value.is_number_integer())
        return {};
    const std::string word
        = text::in_lower_case(value.is_string() ? value.get<std::string>() : value.dump());
    if (std::find(yes.begin(), yes.end(), word) != yes.end())
        return true;
    if (std::find(no.begin(), no.end(), word) != no.end())
        return false;
    return {};
}

static std::optional<Json> number_within(const Field& field, const Json& value)
{
    if (const auto* const text = value.get_ptr<const std::string*>())
        return integer_in(text::stripped(*text));
    const std::int64_t* const maximum = limit_of(field, "maximum");
    if (value.is_number() && maximum != nullptr && value > *maximum)
        return *maximum;
    return {};
}

// Splits a command line into words, if no word is quoted and no character is special to a shell.
static std::optional<Json> words_in(const std::string& text)
{
    if (auto list = structure_in(text); list && is_list_of_strings(*list))
        return list;
    if (text.find_first_of("\"'\\`$|&;<>(){}[]*?~#\n") != std::string::npos)
        return {};
    Json words = Json::array();
    for (std::size_t at = text.find_first_not_of(" \t"); at != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(" \t", end);
    }
    return words;
}

static std::optional<Json> as_text(const Json& value)
{
    if (value.is_number_integer() || value.is_boolean())
        return value.dump();
    return {};
}

// Returns the value with each number and boolean as text.
static std::optional<Json> with_texts(const Json& value)
{
    Json result = value;
    for (Json& element : result) {
        if (element.is_string())
            continue;
        const auto text = as_text(element);
        if (!text)
            return {};
        element = *text;
    }
    return result;
}

static std::optional<Json> choice_like(const Field& field, const Json& value)
{
    if (!value.is_string())
        return {};
    for (const std::string_view choice : field.choices)
        if (text::is_equal_but_case(choice, text::stripped(value.get_ref<const std::string&>())))
            return choice;
    return {};
}

std::optional<Json> probable_value(const Field& field, const Json& value)
{
    switch (field.kind) {
    case Kind::integer: return number_within(field, value);
    case Kind::boolean: return boolean_in(value);
    case Kind::choice: return choice_like(field, value);
    case Kind::text:
    case Kind::text_or_list:
        if (value.is_array() && value.size() == 1 && is_list_of_strings(value))
            return value[0];
        if (value.is_object() && field.format == nullptr && field.kind == Kind::text)
            return value.dump(2);
        return value.is_array() && field.kind == Kind::text_or_list ? with_texts(value)
                                                                    : as_text(value);
    case Kind::list:
        if (value.is_string() && field.is_only_a_list)
            return words_in(value.get_ref<const std::string&>());
        return value.is_array() ? with_texts(value)
            : as_text(value)    ? std::optional<Json>(Json::array({*as_text(value)}))
                                : std::nullopt;
    case Kind::map: return value.is_object() ? with_texts(value) : std::nullopt;
    default: return {};
    }
}

static void validate_text(const Json& value, const std::string& name)
{
    static const Json schema {{"type", "string"}};
    json::validate(schema, value, name);
}

static void check_format(const Field& field, const std::string& text, const std::string& name)
{
    if (field.format == nullptr || field.format->fits(text))
        return;
    const std::string problem = field.format->pattern == nullptr
        ? " must not be empty"
        : std::string(" must be ") + field.format->words + ", not " + text::in_quotes(text);
    throw ToolError(Code::bad_request, text::in_quotes(name) + problem, field.format->hint);
}

// Checks values of the kinds text_or_list and objects, for which the schema of the field is not
// sufficient.
static void validate_by_kind(const Field& field, const Json& value, const std::string& name)
{
    const bool is_list = value.is_array()
        && std::all_of(
            value.begin(), value.end(), [](const Json& element) { return element.is_string(); });
    if (field.kind == Kind::text_or_list && !value.is_string() && !is_list)
        throw ToolError(Code::bad_request,
            text::in_quotes(name) + " must be a string or a list of strings, not "
                + (value.is_array() ? "a list of other values" : json::shown(value)));
    if (field.kind == Kind::objects) {
        Json schema = schema_of(field);
        schema["items"] = {{"type", "object"}};
        json::validate(schema, value, name);
    }
}

static void validate_value(const Field& field, const Json& value, const std::string& name)
{
    switch (field.kind) {
    case Kind::ignored: return;
    case Kind::text_or_list:
    case Kind::objects: return validate_by_kind(field, value, name);
    case Kind::text:
        validate_text(value, name);
        return check_format(field, value.get_ref<const std::string&>(), name);
    default: return json::validate(schema_of(field), value, name);
    }
}

std::optional<ToolError> problem_with(
    const Field& field, const Json& value, const std::string& name)
{
    try {
        validate_value(field, value, name);
        return {};
    } catch (ToolError& error) {
        if (!field.limit_flag.empty() && value.is_number() && value > *limit_of(field, "maximum"))
            error.hint = "the operator can allow more by --" + std::string(field.limit_flag);
        return std::move(error);
    }
}

std::string decoded_value(const Field& field, const Json& value, const std::string& name)
{
    validate_text(value, name);
    auto bytes = text::base64_decode(value.get_ref<const std::string&>());
    if (!bytes)
        throw ToolError(Code::bad_request, text::in_quotes(name) + " is not base64",
            "use RFC 4648 with padding and without newlines");
    check_format(field, *bytes, name);
    return *std::move(bytes);
}

}
