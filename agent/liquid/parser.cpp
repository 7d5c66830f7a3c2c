#include "agent/liquid/characters.hpp"
#include "agent/liquid/error.hpp"
#include "agent/liquid/nodes.hpp"
#include "agent/liquid/pieces.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::liquid {

static constexpr std::array<std::string_view, 10> tag_names {
    "assign", "capture", "if", "unless", "case", "for", "raw", "comment", "break", "continue"};
static constexpr std::array<std::string_view, 11> left_out {"include", "render", "tablerow",
    "cycle", "increment", "decrement", "ifchanged", "liquid", "echo", "doc", "layout"};

class Parser {
public:
    explicit Parser(std::string_view source)
        : source(source)
        , pieces(source)
    {
    }

    Nodes all()
    {
        Nodes nodes;
        const Piece end = body(nodes, {});
        if (end.kind != Piece::Kind::end)
            throw wrong(end.offset, "{% " + std::string(end.name) + " %} has no beginning");
        return nodes;
    }

private:
    // Reads nodes until the end, or until a tag that belongs to another one, such as `else`, which
    // is returned. `inside` is the name of the tag that contains the nodes.
    Piece body(Nodes& nodes, std::string_view inside);
    void add_tag(Nodes& nodes, const Piece& piece);
    Choice choice(const Piece& piece);
    Case cases(const Piece& piece);
    For loop(const Piece& piece);
    Capture capture(const Piece& piece);
    Assignment assignment(const Piece& piece);
    Tokens tokens(const Piece& piece) const
    {
        return Tokens(tokens_of(piece.content, piece.offset));
    }

    std::string_view source;
    Pieces pieces;
    std::size_t depth = 0;
};

static bool is_part_of_tag(std::string_view name)
{
    return name == "else" || name == "elsif" || name == "when" || name.starts_with("end");
}

Piece Parser::body(Nodes& nodes, std::string_view inside)
{
    if (++depth > max_depth)
        throw wrong(0, "tags are nested more than 100 deep");
    for (;;) {
        const Piece piece = pieces.next();
        if (piece.kind == Piece::Kind::end && !inside.empty())
            throw wrong(piece.offset,
                "{% " + std::string(inside) + " %} has no {% end" + std::string(inside) + " %}");
        if (piece.kind == Piece::Kind::end || is_part_of_tag(piece.name)) {
            --depth;
            return piece;
        }
        if (piece.kind == Piece::Kind::tag) {
            add_tag(nodes, piece);
        } else if (piece.kind == Piece::Kind::text) {
            if (!piece.content.empty())
                nodes.list.push_back({Text {std::string(piece.content)}, piece.offset});
        } else {
            Tokens all = tokens(piece);
            nodes.list.push_back({Output {filtered_from(all, source)}, piece.offset});
        }
    }
}

static void check_comment(const Piece& piece)
{
    for (std::size_t line = piece.content.find('\n'); line != std::string_view::npos;
         line = piece.content.find('\n', line + 1)) {
        const auto rest = without_leading_whitespace(piece.content.substr(line));
        if (!rest.empty() && rest[0] != '#')
            throw wrong(piece.offset + line, "each line of a comment {% # %} begins with #");
    }
}

[[noreturn]] static void refuse_tag(const Piece& piece)
{
    const std::size_t offset = piece.offset - piece.name.size();
    if (std::find(left_out.begin(), left_out.end(), piece.name) != left_out.end())
        throw wrong(offset, "the tag " + text::in_quotes(piece.name) + " is left out",
            "templates read no files and keep no state");
    throw wrong(offset, "there is no tag " + text::in_quotes(piece.name),
        text::did_you_mean(piece.name, tag_names));
}

void Parser::add_tag(Nodes& nodes, const Piece& piece)
{
    const auto add = [&](auto form) { nodes.list.push_back({std::move(form), piece.offset}); };
    if (piece.name == "#")
        check_comment(piece);
    else if (piece.name == "comment")
        pieces.skip_comment();
    else if (piece.name == "raw")
        add(Text {std::string(pieces.until_end_of_raw().content), true});
    else if (piece.name == "if" || piece.name == "unless")
        add(choice(piece));
    else if (piece.name == "case")
        add(cases(piece));
    else if (piece.name == "for")
        add(loop(piece));
    else if (piece.name == "assign")
        add(assignment(piece));
    else if (piece.name == "capture")
        add(capture(piece));
    else if (piece.name == "break" || piece.name == "continue")
        add(piece.name == "break" ? Jump::leave_loop : Jump::next_turn);
    else
        refuse_tag(piece);
}

static void expect_end_of(const Piece& piece, std::string_view name)
{
    if (piece.name == "end" + std::string(name))
        return;
    throw wrong(piece.offset,
        "{% " + std::string(piece.name) + " %} does not belong to {% " + std::string(name) + " %}");
}

// Removes the whitespace-only texts of all branches if no branch can write anything but whitespace.
static void remove_whitespace_of_blank(auto& branches)
{
    if (!are_blank(branches))
        return;
    for (auto& branch : branches)
        remove_whitespace(branch.nodes);
}

Choice Parser::choice(const Piece& piece)
{
    Choice choice;
    Tokens first = tokens(piece);
    Condition condition = condition_from(first, source);
    if (piece.name == "unless") {
        Condition negation {.kind = Condition::Kind::negation, .offset = condition.offset};
        negation.parts.push_back(std::move(condition));
        condition = std::move(negation);
    }
    choice.branches.push_back({std::move(condition), {}});
    for (;;) {
        const Piece end = body(choice.branches.back().nodes, piece.name);
        if (end.name == "else") {
            choice.branches.push_back({std::nullopt, {}});
        } else if (end.name == "elsif") {
            Tokens next = tokens(end);
            choice.branches.push_back({condition_from(next, source), {}});
        } else {
            expect_end_of(end, piece.name);
            break;
        }
    }
    remove_whitespace_of_blank(choice.branches);
    return choice;
}

static std::vector<Expression> values_of_when(Tokens tokens, std::string_view source)
{
    std::vector<Expression> values;
    do
        values.push_back(expression_from(tokens, source));
    while (tokens.take_mark(",") || tokens.take_word("or"));
    tokens.expect_end();
    return values;
}

Case Parser::cases(const Piece& piece)
{
    Tokens subject = tokens(piece);
    Case result;
    result.subject = expression_from(subject, source);
    subject.expect_end();
    Nodes ignored; // before the first branch
    Piece end = body(ignored, piece.name);
    while (end.name == "when" || end.name == "else") {
        const bool is_else = end.name == "else";
        result.branches.push_back(
            {is_else ? std::vector<Expression>() : values_of_when(tokens(end), source), is_else,
                {}});
        end = body(result.branches.back().nodes, piece.name);
    }
    expect_end_of(end, piece.name);
    remove_whitespace_of_blank(result.branches);
    return result;
}

static void take_options_of_loop(For& loop, Tokens& tokens, std::string_view source)
{
    for (;;) {
        tokens.take_mark(",");
        if (tokens.at(Token::Kind::end))
            return;
        const Token name = tokens.expect(Token::Kind::name, "'limit', 'offset' or 'reversed'");
        if (name.text == "reversed") {
            loop.is_reversed = true;
            continue;
        }
        if (name.text != "limit" && name.text != "offset")
            throw wrong(name.offset, "'for' has no option " + text::in_quotes(name.text),
                "its options are 'limit', 'offset' and 'reversed'");
        tokens.expect_mark(":");
        if (name.text == "offset" && tokens.take_word("continue"))
            loop.goes_on = true;
        else
            (name.text == "limit" ? loop.limit : loop.offset)
                .assign(1, expression_from(tokens, source));
    }
}

For Parser::loop(const Piece& piece)
{
    Tokens all = tokens(piece);
    For result;
    result.variable = all.expect(Token::Kind::name, "a name").text;
    if (!all.take_word("in"))
        throw wrong(all.next().offset, "expected 'in' after the name of a loop's variable");
    result.list = expression_from(all, source);
    take_options_of_loop(result, all, source);
    Piece end = body(result.body, piece.name);
    if (end.name == "else")
        end = body(result.otherwise, piece.name);
    expect_end_of(end, piece.name);
    if (result.body.is_blank() && result.otherwise.is_blank()) {
        remove_whitespace(result.body);
        remove_whitespace(result.otherwise);
    }
    return result;
}

// Returns the name of the assigned variable: letters, digits, _ and -; it must not begin with -.
static std::string_view name_of_variable(const Piece& piece)
{
    const auto content = without_leading_whitespace(piece.content);
    const std::size_t size = text::name_length(content, "_-");
    if (size == 0 || content[0] == '-')
        throw wrong(piece.offset, "expected the name of a variable");
    return content.substr(0, size);
}

// Returns the part of the piece after that name.
static Piece after(const Piece& piece, std::string_view name)
{
    const char* begin = name.data() + name.size();
    const auto skipped = static_cast<std::size_t>(begin - piece.content.data());
    return {piece.kind, piece.content.substr(skipped), piece.offset + skipped};
}

Assignment Parser::assignment(const Piece& piece)
{
    const auto name = name_of_variable(piece);
    Tokens rest = tokens(after(piece, name));
    rest.expect_mark("=");
    Assignment assignment {.name = std::string(name), .filtered = filtered_from(rest, source)};
    if (assignment.filtered.value.empty())
        throw wrong(rest.next().offset, "expected a value");
    return assignment;
}

Capture Parser::capture(const Piece& piece)
{
    const auto name = name_of_variable(piece);
    Tokens rest = tokens(after(piece, name));
    rest.expect_end();
    Capture capture {.name = std::string(name), .nodes = {}};
    expect_end_of(body(capture.nodes, piece.name), piece.name);
    return capture;
}

Nodes nodes_of(std::string_view source) { return Parser(source).all(); }

}
