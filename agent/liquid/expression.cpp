#include "agent/liquid/expression.hpp"

#include "agent/liquid/error.hpp"
#include "agent/liquid/filters.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <charconv>
#include <utility>

namespace agent::liquid {

static std::shared_ptr<const Expression> shared(Expression expression)
{
    return std::make_shared<const Expression>(std::move(expression));
}

static Value value_of_number(const Token& token)
{
    if (token.kind == Token::Kind::decimal) {
        double number = 0;
        const auto read
            = std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
        if (read.ec == std::errc())
            return made_of(number);
    }
    std::int64_t number = 0;
    const auto read
        = std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
    if (read.ec != std::errc())
        throw wrong(token.offset, "a number is too large", "numbers have at most 64 bits");
    return made_of(number);
}

static bool is_word_of_a_value(const Tokens& tokens)
{
    for (const auto* word : {"nil", "null", "true", "false", "empty", "blank"})
        if (tokens.at_word(word))
            return !(tokens.after_next().kind == Token::Kind::mark
                && text::is_one_of(tokens.after_next().text[0], ".["));
    return false;
}

static Value value_of_word(std::string_view word)
{
    if (word == "true" || word == "false")
        return made_of(word == "true");
    if (word == "empty")
        return {.kind = Value::Kind::empty_word};
    return word == "blank" ? Value {.kind = Value::Kind::blank_word} : made_of(nullptr);
}

static Path::Step bracketed(Tokens& tokens, std::string_view source, std::size_t depth)
{
    tokens.expect_mark("[");
    auto key = shared(expression_from(tokens, source, depth + 1));
    tokens.expect_mark("]");
    return {.name = {}, .key = std::move(key)};
}

static Path path_from(Tokens& tokens, std::string_view source, std::size_t depth)
{
    Path path;
    if (tokens.at_mark("["))
        path.steps.push_back(bracketed(tokens, source, depth));
    else
        path.steps.push_back(
            {.name = std::string(tokens.expect(Token::Kind::name, "a value").text)});
    for (;;) {
        if (tokens.at_mark("["))
            path.steps.push_back(bracketed(tokens, source, depth));
        else if (tokens.take_mark("."))
            path.steps.push_back(
                {.name = std::string(tokens.expect(Token::Kind::name, "a name").text)});
        else
            return path;
    }
}

static RangeOf range_from(Tokens& tokens, std::string_view source, std::size_t depth)
{
    tokens.expect_mark("(");
    auto first = shared(expression_from(tokens, source, depth + 1));
    tokens.expect(Token::Kind::range, "'..'");
    auto last = shared(expression_from(tokens, source, depth + 1));
    tokens.expect_mark(")");
    return {std::move(first), std::move(last)};
}

static std::variant<Value, Path, RangeOf> form_from(
    Tokens& tokens, std::string_view source, std::size_t depth)
{
    if (tokens.at(Token::Kind::integer) || tokens.at(Token::Kind::decimal))
        return value_of_number(tokens.take());
    if (tokens.at(Token::Kind::text))
        return made_of(std::string(tokens.take().text));
    if (tokens.at_mark("("))
        return range_from(tokens, source, depth);
    if (is_word_of_a_value(tokens))
        return value_of_word(tokens.take().text);
    return path_from(tokens, source, depth);
}

Expression expression_from(Tokens& tokens, std::string_view source, std::size_t depth)
{
    const std::size_t offset = tokens.next().offset;
    if (depth > max_depth)
        throw wrong(offset, "the expression is nested more than 100 deep");
    Expression expression {.form = form_from(tokens, source, depth), .offset = offset};
    expression.source = source.substr(offset, tokens.end_of_last() - offset);
    return expression;
}

static const FilterRow& row_named(const Token& name)
{
    if (const FilterRow* row = filter_named(name.text))
        return *row;
    if (is_left_out(name.text))
        throw wrong(name.offset, "the filter " + text::in_quotes(name.text) + " is left out",
            "templates make no HTML");
    throw wrong(name.offset, "there is no filter " + text::in_quotes(name.text),
        text::did_you_mean(name.text, filter_names()));
}

static void add_argument(Filter& filter, Tokens& tokens, std::string_view source)
{
    const bool is_named = tokens.at(Token::Kind::name) && tokens.after_next().text == ":"
        && tokens.after_next().kind == Token::Kind::mark;
    if (!is_named) {
        filter.arguments.push_back(expression_from(tokens, source));
        return;
    }
    const Token name = tokens.take();
    tokens.take();
    if (filter.row->name != "default" || name.text != "allow_false")
        throw wrong(name.offset,
            "the filter " + text::in_quotes(filter.row->name) + " has no argument "
                + text::in_quotes(name.text));
    filter.allow_false = {expression_from(tokens, source)};
}

static void check_count(const Filter& filter)
{
    const auto [least, most] = std::pair(filter.row->min_arguments, filter.row->max_arguments);
    const std::size_t given = filter.arguments.size();
    if (given >= least && given <= most)
        return;
    const std::string count = least == most ? std::to_string(least)
                                            : std::to_string(least) + " to " + std::to_string(most);
    throw wrong(filter.offset,
        "the filter " + text::in_quotes(filter.row->name) + " takes " + count
            + (count == "1" ? " argument, not " : " arguments, not ") + std::to_string(given));
}

static Filter filter_from(Tokens& tokens, std::string_view source)
{
    const Token name = tokens.expect(Token::Kind::name, "the name of a filter");
    Filter filter {.row = &row_named(name), .offset = name.offset};
    if (tokens.take_mark(":")) {
        do
            add_argument(filter, tokens, source);
        while (tokens.take_mark(","));
    }
    check_count(filter);
    return filter;
}

Filtered filtered_from(Tokens& tokens, std::string_view source)
{
    Filtered filtered;
    if (tokens.at(Token::Kind::end))
        return filtered;
    filtered.value.push_back(expression_from(tokens, source));
    while (tokens.take_mark("|"))
        filtered.filters.push_back(filter_from(tokens, source));
    tokens.expect_end();
    return filtered;
}

}
