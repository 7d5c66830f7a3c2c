#include "agent/liquid/characters.hpp"
#include "agent/liquid/filters.hpp"
#include "agent/liquid/nodes.hpp"
#include "agent/liquid/number.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::liquid {

static Value join(const Use& use)
{
    const std::string between = use.has(0) ? use.text(0) : " ";
    BoundedText result(use.scope);
    bool is_first = true;
    for_each_element(use.input, [&](const Value& one) {
        result.add(is_first ? std::string_view() : std::string_view(between));
        result.add(text_of(one));
        is_first = false;
    });
    return made_of(std::move(result.text));
}

static Value first(const Use& use) { return member(use.input, "first"); }
static Value last(const Use& use) { return member(use.input, "last"); }

static Value size(const Use& use)
{
    return use.input.is_text() ? member(use.input, "size") : made_of(size_of(use.input));
}

static Value concat(const Use& use)
{
    if (!use.argument(0).is_list())
        throw ToolError(Code::bad_request, "the argument of 'concat' is not a list");
    Elements elements = elements_of(use.input);
    for (const auto& one : *use.argument(0).json)
        elements.push_back(part_of(use.argument(0), one));
    return list_of(elements);
}

static Value reverse(const Use& use)
{
    Elements elements = elements_of(use.input);
    std::reverse(elements.begin(), elements.end());
    return list_of(elements);
}

static int order_of_elements(const Value& left, const Value& right)
{
    if (are_equal(left, right))
        return 0;
    const bool are_both = left.is(Value::Kind::json) && right.is(Value::Kind::json);
    if (are_both && left.json->is_number() && right.json->is_number())
        return compared_numbers(left, right);
    if (!left.is_text() || !right.is_text())
        throw ToolError(Code::bad_request, "the elements have no common order",
            "sort texts, or numbers, alone; or use 'sort_natural'");
    return left.json->get_ref<const std::string&>() < right.json->get_ref<const std::string&>() ? -1
                                                                                                : 1;
}

static int natural_order(const Value& left, const Value& right)
{
    return toolkit::text::in_lower_case(shown(left))
        .compare(toolkit::text::in_lower_case(shown(right)));
}

// Sorts the elements, by a property if there is an argument. Nil comes last.
static Value sorted(const Use& use, int (*order)(const Value&, const Value&))
{
    const Elements elements = elements_of(use.input);
    const bool by_property = !use.argument(0).is_nil();
    if (by_property && !std::all_of(elements.begin(), elements.end(), has_properties))
        return made_of(nullptr);
    if (elements.size() < 2)
        return list_of(elements);
    const auto keys = by_property ? properties_of(elements, use.argument(0)) : elements;
    if (!keys)
        throw no_property(use.argument(0));
    std::vector<std::size_t> places(elements.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = i;
    std::stable_sort(places.begin(), places.end(), [&](std::size_t one, std::size_t other) {
        const Value& left = (*keys)[one];
        const Value& right = (*keys)[other];
        if (left.is_nil() || right.is_nil())
            return !left.is_nil() && right.is_nil();
        return order(left, right) < 0;
    });
    Elements result;
    for (const std::size_t place : places)
        result.push_back(elements[place]);
    return list_of(result);
}

static Value sort(const Use& use) { return sorted(use, order_of_elements); }
static Value sort_natural(const Use& use) { return sorted(use, natural_order); }

// Returns a part of a text (in characters) or of a list (in elements): `length` of them from
// `offset` on. A negative offset counts from the end.
static Value slice(const Use& use)
{
    const bool is_list = use.input.is_list() || use.input.is(Value::Kind::range);
    const Json list = is_list ? json_of(use.input) : Json();
    const std::string text = is_list ? std::string() : text_in_filter(use.input);
    const auto size = static_cast<std::int64_t>(is_list ? list.size() : character_count(text));
    const std::int64_t offset = integer_of(use.argument(0), "the offset");
    const std::int64_t length
        = use.argument(1).is_nil() ? 1 : integer_of(use.argument(1), "the length");
    const std::int64_t begin = offset < 0 ? offset + size : offset;
    const bool is_inside = begin >= 0 && begin <= size && length >= 0;
    const std::int64_t end = is_inside ? begin + std::min(length, size - begin) : 0;
    if (is_list)
        return made_of(is_inside ? Json(Json::array_t(list.begin() + begin, list.begin() + end))
                                 : Json::array());
    if (!is_inside)
        return made_of("");
    const std::size_t from = byte_of_character(text, static_cast<std::size_t>(begin));
    const std::size_t to = byte_of_character(text, static_cast<std::size_t>(end));
    return made_of(text.substr(from, to - from));
}

static Value default_value(const Use& use)
{
    const bool is_absent = use.allows_false ? use.input.is_nil() : !use.input.is_true();
    const bool is_empty = use.input.is(Value::Kind::empty_word)
        || (!is_absent && are_equal(use.input, {.kind = Value::Kind::empty_word}));
    if (!is_absent && !is_empty)
        return use.input;
    return use.has(0) ? use.argument(0) : made_of("");
}

std::span<const FilterRow> list_filters()
{
    static constexpr std::array rows {
        FilterRow {"join", 0, 1, join},
        FilterRow {"first", 0, 0, first},
        FilterRow {"last", 0, 0, last},
        FilterRow {"size", 0, 0, size},
        FilterRow {"concat", 1, 1, concat},
        FilterRow {"reverse", 0, 0, reverse},
        FilterRow {"sort", 0, 1, sort},
        FilterRow {"sort_natural", 0, 1, sort_natural},
        FilterRow {"slice", 1, 2, slice},
        FilterRow {"default", 0, 1, default_value},
    };
    return rows;
}

}
