#include "agent/liquid/error.hpp"
#include "agent/liquid/expression.hpp"

#include <utility>

namespace agent::liquid {

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

// Is what follows (a..b), and not a condition in parentheses?
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
