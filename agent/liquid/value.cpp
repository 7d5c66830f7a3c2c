#include "agent/liquid/value.hpp"

#include "agent/liquid/characters.hpp"
#include "agent/liquid/number.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <utility>

namespace agent::liquid {

bool Value::is_nil() const
{
    return kind == Kind::missing || (kind == Kind::json && json->is_null());
}

bool Value::is_text() const { return kind == Kind::json && json->is_string(); }
bool Value::is_list() const { return kind == Kind::json && json->is_array(); }
bool Value::is_object() const { return kind == Kind::json && json->is_object(); }

bool Value::is_true() const
{
    return !is_nil() && !(kind == Kind::json && json->is_boolean() && !json->get<bool>());
}

Value made_of(Json json)
{
    return {.kind = Value::Kind::json, .json = std::make_shared<const Json>(std::move(json))};
}

Value range_of(std::int64_t first, std::int64_t last)
{
    return {.kind = Value::Kind::range, .first = first, .last = last};
}

Value referring_to(const Json& json)
{
    return {.kind = Value::Kind::json,
        .json = std::shared_ptr<const Json>(std::shared_ptr<const void>(), &json)};
}

Value part_of(const Value& whole, const Json& part)
{
    return {.kind = Value::Kind::json, .json = std::shared_ptr<const Json>(whole.json, &part)};
}

static Json pair_of(const Json::const_iterator& entry)
{
    return Json::array({entry.key(), entry.value()});
}

std::size_t size_of(const Value& value)
{
    if (value.is(Value::Kind::range))
        return value.last < value.first
            ? 0
            : static_cast<std::size_t>(value.last) - static_cast<std::size_t>(value.first) + 1;
    return value.is_list() || value.is_object() ? value.json->size() : 0;
}

static Value first_or_last(const Value& value, bool is_first)
{
    if (size_of(value) == 0)
        return {};
    if (value.is(Value::Kind::range))
        return made_of(is_first ? value.first : value.last);
    if (value.is_list())
        return part_of(value, is_first ? value.json->front() : value.json->back());
    return is_first ? made_of(pair_of(value.json->begin())) : Value {};
}

Value member(const Value& value, std::string_view name)
{
    if (value.is_object()) {
        const auto found = value.json->find(name);
        if (found != value.json->end())
            return part_of(value, *found);
    }
    if (name == "size") {
        if (value.is_text())
            return made_of(character_count(value.json->get_ref<const std::string&>()));
        if (value.is_list() || value.is_object() || value.is(Value::Kind::range))
            return made_of(size_of(value));
    }
    if (name == "first" || name == "last")
        return first_or_last(value, name == "first");
    return {};
}

Value element(const Value& value, const Value& key)
{
    if (value.is_list() && key.is(Value::Kind::json) && key.json->is_number()) {
        const auto size = static_cast<std::int64_t>(value.json->size());
        const auto index = key.json->get<std::int64_t>();
        const std::int64_t place = index < 0 ? index + size : index;
        if (place < 0 || place >= size)
            return {};
        return part_of(value, (*value.json)[static_cast<std::size_t>(place)]);
    }
    if (!value.is_object() || !key.is_text())
        return {};
    const auto found = value.json->find(key.json->get_ref<const std::string&>());
    return found == value.json->end() ? Value {} : part_of(value, *found);
}

static void add_text(const Json& json, std::string& text)
{
    if (json.is_string())
        text += json.get_ref<const std::string&>();
    else if (json.is_array())
        for (const Json& one : json)
            add_text(one, text);
    else if (json.is_object() && !json.empty())
        throw ToolError(Code::bad_request, "an object cannot be written as text",
            "write it as JSON: {{ … | json }}, or one of its members");
    else if (json.is_object())
        text += "{}";
    else if (json.is_number_float())
        text += number_text(json.get<double>());
    else if (!json.is_null())
        text += json.dump();
}

static std::string range_text(const Value& value)
{
    return std::to_string(value.first) + ".." + std::to_string(value.last);
}

std::string text_of(const Value& value)
{
    std::string text;
    if (value.is(Value::Kind::json))
        add_text(*value.json, text);
    return value.is(Value::Kind::range) ? range_text(value) : text;
}

static std::string shown_json(const Json& json)
{
    if (json.is_null())
        return "nil";
    if (json.is_number_float())
        return number_text(json.get<double>());
    if (!json.is_structured())
        return json.dump();
    std::string text(1, json.is_array() ? '[' : '{');
    for (auto one = json.begin(); one != json.end(); ++one) {
        text += one == json.begin() ? "" : ", ";
        text += json.is_object() ? Json(one.key()).dump() + "=>" : "";
        text += shown_json(*one);
    }
    return text + (json.is_array() ? ']' : '}');
}

std::string shown(const Value& value)
{
    if (value.is_list() || value.is_object())
        return shown_json(*value.json);
    return text_of(value);
}

std::string text_in_filter(const Value& value)
{
    const std::string text = text_of(value); // throws for objects
    return value.is_list() ? shown(value) : text;
}

Json json_of(const Value& value)
{
    if (value.is(Value::Kind::json))
        return *value.json;
    if (!value.is(Value::Kind::range))
        return nullptr;
    Json list = Json::array();
    for (std::size_t i = 0; i < size_of(value); ++i)
        list.push_back(value.first + static_cast<std::int64_t>(i));
    return list;
}

static bool is_empty(const Value& value)
{
    return (value.is_text() && value.json->get_ref<const std::string&>().empty())
        || ((value.is_list() || value.is_object()) && value.json->empty());
}

static bool is_blank(const Value& value)
{
    if (value.is_text()) {
        const auto& text = value.json->get_ref<const std::string&>();
        return std::all_of(text.begin(), text.end(), is_whitespace);
    }
    return !value.is_true() || is_empty(value);
}

bool are_equal(const Value& left, const Value& right)
{
    if (left.is_nil() || right.is_nil()) {
        const Value& other = left.is_nil() ? right : left;
        return other.is_nil() || other.is(Value::Kind::blank_word);
    }
    for (const auto& [word, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
        if (word->is(Value::Kind::empty_word))
            return other->is(Value::Kind::empty_word) || is_empty(*other);
        if (word->is(Value::Kind::blank_word))
            return other->is(Value::Kind::blank_word)
                || (other->is(Value::Kind::json) && is_blank(*other));
    }
    if (left.kind != right.kind)
        return false;
    return left.is(Value::Kind::range) ? left.first == right.first && left.last == right.last
                                       : *left.json == *right.json;
}

static void for_each_of(
    const Value& whole, const Json& json, const std::function<void(const Value&)>& then)
{
    if (!json.is_array())
        return then(part_of(whole, json));
    for (const Json& one : json)
        for_each_of(whole, one, then);
}

void for_each_element(const Value& value, const std::function<void(const Value&)>& then)
{
    if (value.is_list())
        return for_each_of(value, *value.json, then);
    if (value.is(Value::Kind::range)) {
        for (std::size_t i = 0; i < size_of(value); ++i)
            then(made_of(value.first + static_cast<std::int64_t>(i)));
        return;
    }
    if (!value.is_nil())
        then(value);
}

std::string_view kind_of(const Json& value)
{
    return value.is_null()   ? "null"
        : value.is_boolean() ? "a boolean"
        : value.is_number()  ? "a number"
        : value.is_string()  ? "a text"
        : value.is_array()   ? "a list"
                             : "an object";
}

std::string_view kind_of(const Value& value)
{
    if (value.is(Value::Kind::json))
        return kind_of(*value.json);
    return value.is(Value::Kind::range) ? "a list" : "";
}

}
