#include "agent/liquid/error.hpp"
#include "agent/liquid/expression.hpp"
#include "agent/liquid/filters.hpp"
#include "agent/liquid/number.hpp"
#include "agent/liquid/scope.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace agent::liquid {

static std::int64_t bound_of(const Value& value)
{
    const bool is_number = value.is(Value::Kind::json) && value.json->is_number();
    if (!value.is_nil() && !value.is_text() && !is_number)
        throw ToolError(Code::bad_request, "a range begins and ends with a number");
    return rounded_down(value).json->get<std::int64_t>();
}

static Value range_value(const RangeOf& range, Scope& scope)
{
    return range_of(
        bound_of(evaluated(*range.first, scope)), bound_of(evaluated(*range.last, scope)));
}

// Returns a member such as forloop.index without constructing the whole forloop; nullopt for other
// paths.
static std::optional<Value> loop_member(const Path& path, const Scope& scope)
{
    const Scope::Loop* const loop = scope.innermost_loop();
    if (loop == nullptr || path.steps.size() != 2 || path.steps[0].name != "forloop")
        return std::nullopt;
    return loop->member(path.steps[1].name);
}

static Value path_value(const Path& path, Scope& scope)
{
    if (auto member = loop_member(path, scope))
        return std::move(*member);
    const auto& first = path.steps.front();
    Value value = scope.variable(first.key ? text_of(evaluated(*first.key, scope)) : first.name);
    for (std::size_t i = 1; i < path.steps.size(); ++i) {
        const auto& step = path.steps[i];
        value = step.key ? element(value, evaluated(*step.key, scope)) : member(value, step.name);
    }
    return value;
}

Value evaluated(const Expression& expression, Scope& scope)
{
    if (const auto* value = std::get_if<Value>(&expression.form))
        return *value;
    return with_place(expression.offset, [&] {
        scope.count_steps(1);
        const auto* path = std::get_if<Path>(&expression.form);
        return path != nullptr ? path_value(*path, scope)
                               : range_value(std::get<RangeOf>(expression.form), scope);
    });
}

// Returns the reason why a path has no value, if it names a member of a value that has none:
// ", since 'a.b' is a text".
static std::string reason_of_missing(const Expression& expression, Scope& scope)
{
    const auto* const path = std::get_if<Path>(&expression.form);
    std::string name;
    for (std::size_t i = 1; path != nullptr && i < path->steps.size(); ++i) {
        if (path->steps[i - 1].key)
            return {};
        name += (name.empty() ? "" : ".") + path->steps[i - 1].name;
        const Path outer {{path->steps.begin(), path->steps.begin() + static_cast<long>(i)}};
        const Value value = path_value(outer, scope);
        if (value.is(Value::Kind::json) && !value.json->is_structured())
            return ", since " + text::in_quotes(name) + " is " + std::string(kind_of(value));
    }
    return {};
}

static Value existing(const Expression& expression, Scope& scope)
{
    Value value = evaluated(expression, scope);
    if (value.is(Value::Kind::missing) && !scope.settings.allows_missing)
        throw TemplateError(expression.offset,
            ToolError(Code::not_found,
                text::in_quotes(expression.source) + " has no value"
                    + reason_of_missing(expression, scope),
                "{{ " + expression.source + " | default: '' }} allows that"));
    return value;
}

static Value filtered_value(const Filter& filter, Value input, Scope& scope)
{
    Use use {.input = std::move(input), .arguments = {}, .scope = scope};
    for (const auto& argument : filter.arguments)
        use.arguments.push_back(existing(argument, scope));
    if (!filter.allow_false.empty())
        use.allows_false = evaluated(filter.allow_false.front(), scope).is_true();
    return with_place(filter.offset, [&] {
        scope.count_steps(1 + size_of(use.input));
        Value result = filter.row->apply(use);
        if (result.json != use.input.json)
            scope.count_made(result);
        return result;
    });
}

Value evaluated(const Filtered& filtered, Scope& scope)
{
    if (filtered.value.empty())
        return made_of(nullptr);
    const bool has_default
        = !filtered.filters.empty() && filtered.filters.front().row->name == "default";
    Value value = has_default ? evaluated(filtered.value.front(), scope)
                              : existing(filtered.value.front(), scope);
    for (const auto& filter : filtered.filters)
        value = filtered_value(filter, std::move(value), scope);
    return value;
}

static bool contains(const Value& left, const Value& right)
{
    if (left.is_nil() || !right.is_true())
        return false;
    if (left.is_text())
        return left.json->get_ref<const std::string&>().find(text_in_filter(right))
            != std::string::npos;
    if (left.is_object())
        return right.is_text() && left.json->contains(right.json->get_ref<const std::string&>());
    if (left.is(Value::Kind::range))
        return right.is(Value::Kind::json) && right.json->is_number()
            && compared_numbers(right, made_of(left.first)) >= 0
            && compared_numbers(right, made_of(left.last)) <= 0;
    return left.is_list()
        && std::any_of(left.json->begin(), left.json->end(),
            [&](const Json& one) { return are_equal(part_of(left, one), right); });
}

static bool has_order(const Value& value)
{
    return value.is(Value::Kind::json) && (value.json->is_number() || value.json->is_string());
}

// Compares two texts or two numbers: returns -1, 0 or 1. Throws BAD_REQUEST for a text and a
// number.
static int order_of(const Value& left, const Value& right)
{
    if (left.is_text() != right.is_text())
        throw ToolError(Code::bad_request, "a text cannot be compared with a number by order");
    if (!left.is_text())
        return compared_numbers(left, right);
    const int order = left.json->get_ref<const std::string&>().compare(
        right.json->get_ref<const std::string&>());
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

static bool compares(const Value& left, std::string_view comparison, const Value& right)
{
    if (comparison == "==")
        return are_equal(left, right);
    if (comparison == "!=" || comparison == "<>")
        return !are_equal(left, right);
    if (comparison == "contains")
        return contains(left, right);
    if (!has_order(left) || !has_order(right))
        return false;
    const int order = order_of(left, right);
    const bool is_equal_allowed = comparison.size() == 2;
    return (order == 0 && is_equal_allowed) || order == (comparison[0] == '<' ? -1 : 1);
}

static bool is_true_side(const Condition& condition, Scope& scope)
{
    const Expression& side = condition.sides.front();
    const Value value = evaluated(side, scope);
    if (condition.is_strict && (!value.is(Value::Kind::json) || !value.json->is_boolean()))
        throw wrong(side.offset,
            text::in_quotes(side.source) + " is neither true nor false"
                + (kind_of(value).empty() ? "" : ", but " + std::string(kind_of(value))),
            "compare it, such as: " + side.source + " != " + "blank");
    return value.is_true();
}

bool holds(const Condition& condition, Scope& scope)
{
    return with_place(condition.offset, [&] {
        scope.count_steps(1);
        switch (condition.kind) {
        case Condition::Kind::value: return is_true_side(condition, scope);
        case Condition::Kind::both:
            return holds(condition.parts[0], scope) && holds(condition.parts[1], scope);
        case Condition::Kind::either:
            return holds(condition.parts[0], scope) || holds(condition.parts[1], scope);
        case Condition::Kind::negation: return !holds(condition.parts[0], scope);
        case Condition::Kind::comparison: break;
        }
        const Value left = evaluated(condition.sides[0], scope);
        return compares(left, condition.comparison, evaluated(condition.sides[1], scope));
    });
}

static Condition comparison_from(Tokens& tokens, std::string_view source)
{
    Condition condition {.kind = Condition::Kind::value, .offset = tokens.next().offset};
    condition.sides.push_back(expression_from(tokens, source));
    if (!tokens.at(Token::Kind::comparison))
        return condition;
    condition.kind = Condition::Kind::comparison;
    condition.comparison = tokens.take().text;
    condition.sides.push_back(expression_from(tokens, source));
    return condition;
}

static Condition joined(Condition::Kind kind, Condition first, Condition second)
{
    Condition condition {.kind = kind, .offset = first.offset};
    condition.parts.push_back(std::move(first));
    condition.parts.push_back(std::move(second));
    return condition;
}

Condition condition_from(Tokens& tokens, std::string_view source)
{
    std::vector<Condition> parts;
    std::vector<Condition::Kind> words;
    for (;;) {
        parts.push_back(comparison_from(tokens, source));
        if (!tokens.at_word("and") && !tokens.at_word("or"))
            break;
        words.push_back(
            tokens.take().text == "and" ? Condition::Kind::both : Condition::Kind::either);
    }
    tokens.expect_end();
    if (words.size() > max_depth)
        throw wrong(parts.front().offset, "the condition has more than 100 parts");
    Condition condition = std::move(parts.back());
    for (std::size_t i = words.size(); i-- > 0;)
        condition = joined(words[i], std::move(parts[i]), std::move(condition));
    return condition;
}

// True if a range (a..b) follows, and not a condition in parentheses.
static bool is_range(Tokens tokens, std::string_view source)
{
    tokens.take();
    try {
        (void)expression_from(tokens, source);
        return tokens.at(Token::Kind::range);
    } catch (const TemplateError&) {
        return false;
    }
}

static Condition operand_from(Tokens& tokens, std::string_view source, std::size_t depth)
{
    const std::size_t offset = tokens.next().offset;
    if (depth > max_depth)
        throw wrong(offset, "the condition is nested more than 100 deep");
    if (tokens.take_word("not")) {
        Condition negation {.kind = Condition::Kind::negation, .offset = offset};
        negation.parts.push_back(operand_from(tokens, source, depth + 1));
        return negation;
    }
    if (!tokens.at_mark("(") || is_range(tokens, source)) {
        Condition condition = comparison_from(tokens, source);
        condition.is_strict = true;
        return condition;
    }
    tokens.take();
    Condition inner = strict_condition_from(tokens, source, depth + 1);
    tokens.expect_mark(")");
    return inner;
}

Condition strict_condition_from(Tokens& tokens, std::string_view source, std::size_t depth)
{
    Condition condition = operand_from(tokens, source, depth);
    std::string_view word;
    for (std::size_t parts = 1; tokens.at_word("and") || tokens.at_word("or"); ++parts) {
        const Token found = tokens.take();
        if (!word.empty() && found.text != word)
            throw wrong(found.offset, "`and` beside `or` needs parentheses");
        if (parts > max_depth)
            throw wrong(found.offset, "the condition has more than 100 parts");
        word = found.text;
        condition = joined(word == "and" ? Condition::Kind::both : Condition::Kind::either,
            std::move(condition), operand_from(tokens, source, depth));
    }
    if (depth == 0)
        tokens.expect_end();
    return condition;
}

}
