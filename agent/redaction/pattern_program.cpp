#include "agent/redaction/pattern_program.hpp"

#include "agent/redaction/pattern_search.hpp"

#include <algorithm>
#include <cctype>
#include <exception>
#include <string>
#include <tuple>
#include <utility>

namespace agent::redaction {

namespace {

using Step = PatternProgram::Step;

// Writes the following steps first, so that each step can refer to its successor.
class StepWriter {
public:
    std::uint32_t add(const Step& step)
    {
        steps.push_back(step);
        return static_cast<std::uint32_t>(steps.size() - 1);
    }

    std::uint32_t write(const PatternNode& node, std::uint32_t next)
    {
        switch (node.kind) {
        case PatternNode::Kind::bytes:
            return add({.kind = Step::Kind::bytes, .next = next, .set = node.set});
        case PatternNode::Kind::word_end: return add({.kind = Step::Kind::word_end, .next = next});
        case PatternNode::Kind::text_end: return add({.kind = Step::Kind::text_end, .next = next});
        case PatternNode::Kind::repeated: return write_repeated(node, next);
        case PatternNode::Kind::choice: return write_choice(node, next);
        case PatternNode::Kind::group: {
            const std::uint32_t end
                = add({.kind = Step::Kind::save, .next = next, .group = 2 * node.number + 1});
            const std::uint32_t inside = write(node.parts[0], end);
            return add({.kind = Step::Kind::save, .next = inside, .group = 2 * node.number});
        }
        case PatternNode::Kind::sequence: break;
        }
        for (auto part = node.parts.rbegin(); part != node.parts.rend(); ++part)
            next = write(*part, next);
        return next;
    }

    std::vector<Step> steps;
    std::uint32_t loops = 0;

private:
    std::uint32_t write_choice(const PatternNode& node, std::uint32_t next)
    {
        std::uint32_t last = write(node.parts.back(), next);
        for (auto part = node.parts.rbegin() + 1; part != node.parts.rend(); ++part) {
            const std::uint32_t one = write(*part, next);
            last = add({.kind = Step::Kind::fork, .next = last, .other = one});
        }
        return last;
    }

    std::uint32_t write_repeated(const PatternNode& node, std::uint32_t next)
    {
        const PatternNode& part = node.parts[0];
        if (node.greatest == 0)
            return next;
        if (part.kind == PatternNode::Kind::bytes)
            return add({.kind = Step::Kind::bytes,
                .is_lazy = node.is_lazy,
                .next = next,
                .least = node.least,
                .greatest = node.greatest,
                .set = part.set});
        if (node.least == 0 && node.greatest == 1) {
            const std::uint32_t inside = write(part, next);
            return node.is_lazy ? add({.kind = Step::Kind::fork, .next = inside, .other = next})
                                : add({.kind = Step::Kind::fork, .next = next, .other = inside});
        }
        const std::uint32_t end = add({.kind = Step::Kind::again});
        const std::uint32_t body = write(part, end);
        steps[end].other = add({.kind = Step::Kind::loop,
            .is_lazy = node.is_lazy,
            .next = next,
            .other = body,
            .least = node.least,
            .greatest = node.greatest,
            .group = loops++});
        return steps[end].other;
    }
};

}

std::optional<PatternProgram> program_of(std::string_view pattern)
{
    const auto syntax = syntax_of(pattern);
    if (!syntax)
        return {};
    StepWriter writer;
    const std::uint32_t end = writer.add({});
    PatternProgram program;
    program.first = writer.write(syntax->whole, end);
    program.steps = std::move(writer.steps);
    program.groups = syntax->groups;
    program.loops = writer.loops;
    return program;
}

namespace {

using Set = std::bitset<256>;

struct Unsupported : std::exception { };

bool can_be_empty(const PatternNode& node)
{
    const auto is = [](const PatternNode& part) { return can_be_empty(part); };
    switch (node.kind) {
    case PatternNode::Kind::bytes: return false;
    case PatternNode::Kind::word_end:
    case PatternNode::Kind::text_end: return true;
    case PatternNode::Kind::choice: return std::any_of(node.parts.begin(), node.parts.end(), is);
    case PatternNode::Kind::repeated: return node.least == 0 || is(node.parts[0]);
    default: return std::all_of(node.parts.begin(), node.parts.end(), is);
    }
}

Set of_range(unsigned first, unsigned last)
{
    Set set;
    for (unsigned byte = first; byte <= last; ++byte)
        set.set(byte);
    return set;
}

Set of_letters(std::string_view letters)
{
    Set set;
    for (const char c : letters)
        set.set(static_cast<unsigned char>(c));
    return set;
}

Set in_both_cases(Set set)
{
    for (unsigned c = 'a'; c <= 'z'; ++c)
        if (set.test(c) || set.test(c & ~0x20U))
            set.set(c).set(c & ~0x20U);
    return set;
}

class SyntaxReader : PatternRemainder {
public:
    explicit SyntaxReader(std::string_view pattern)
        : PatternRemainder {pattern}
    {
    }

    PatternNode read_all()
    {
        PatternNode all = read_choice(false);
        if (!rest.empty())
            throw Unsupported();
        return all;
    }

    std::uint32_t groups() const { return group_count; }

private:
    PatternNode read_choice(bool folds)
    {
        PatternNode choice {PatternNode::Kind::choice};
        do
            choice.parts.push_back(read_sequence(folds));
        while (take("|"));
        return choice.parts.size() == 1 ? std::move(choice.parts[0]) : std::move(choice);
    }

    PatternNode read_sequence(bool& folds)
    {
        PatternNode sequence {PatternNode::Kind::sequence};
        while (!rest.empty() && rest[0] != '|' && rest[0] != ')') {
            if (take("(?i)")) {
                folds = true;
                continue;
            }
            sequence.parts.push_back(read_repetition(read_one(folds)));
        }
        return sequence;
    }

    PatternNode read_one(bool folds)
    {
        if (take("(?:"))
            return closed(read_choice(folds));
        if (rest.starts_with("(?"))
            throw Unsupported();
        if (take("(")) {
            PatternNode group {PatternNode::Kind::group};
            group.number = ++group_count;
            group.parts.push_back(closed(read_choice(folds)));
            return group;
        }
        if (take("\\b"))
            return {PatternNode::Kind::word_end};
        if (take("\\z"))
            return {PatternNode::Kind::text_end};
        PatternNode bytes {PatternNode::Kind::bytes};
        bytes.set = take("[") ? read_class(folds) : read_letter();
        if (folds)
            bytes.set = in_both_cases(bytes.set);
        return bytes;
    }

    PatternNode closed(PatternNode inside)
    {
        if (!take(")"))
            throw Unsupported();
        return inside;
    }

    Set read_letter()
    {
        if (rest[0] == '\\')
            return read_escape();
        if (std::string_view("^$.*+?{").find(rest[0]) != std::string_view::npos)
            throw Unsupported();
        return of_letters(take_first(1));
    }

    Set read_escape()
    {
        rest.remove_prefix(1);
        if (rest.empty())
            throw Unsupported();
        const char kind = take_first(1)[0];
        switch (kind) {
        case 's': return of_letters(" \t\n\f\r");
        case 'd': return of_range('0', '9');
        case 'w':
            return of_range('0', '9') | of_range('a', 'z') | of_range('A', 'Z') | of_letters("_");
        case 'n': return of_letters("\n");
        case 'r': return of_letters("\r");
        case 't': return of_letters("\t");
        case 'f': return of_letters("\f");
        case 'v': return of_letters("\v");
        case 'x': return read_hexadecimal();
        default:
            if (std::isalnum(static_cast<unsigned char>(kind)) != 0)
                throw Unsupported();
            return of_letters({&kind, 1});
        }
    }

    Set read_hexadecimal()
    {
        const std::string digits(take_first(2));
        if (digits.size() < 2
            || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
            throw Unsupported();
        const auto byte = static_cast<unsigned>(std::stoul(digits, nullptr, 16));
        return of_range(byte, byte);
    }

    Set read_class(bool folds)
    {
        const bool is_negated = take("^");
        Set set;
        do
            set |= read_range();
        while (!rest.empty() && rest[0] != ']');
        if (!take("]"))
            throw Unsupported();
        if (folds)
            set = in_both_cases(set);
        return is_negated ? ~set : set;
    }

    Set read_member()
    {
        if (rest.empty() || rest.starts_with("[:"))
            throw Unsupported();
        return rest[0] == '\\' ? read_escape() : of_letters(take_first(1));
    }

    Set read_range()
    {
        const Set first = read_member();
        if (!rest.starts_with('-') || rest.starts_with("-]"))
            return first;
        rest.remove_prefix(1);
        const Set last = read_member();
        if (first.count() != 1 || last.count() != 1)
            throw Unsupported();
        const auto only = [](const Set& set) { return static_cast<unsigned>(set._Find_first()); };
        return of_range(only(first), only(last));
    }

    PatternNode read_repetition(PatternNode node)
    {
        PatternNode repeated {PatternNode::Kind::repeated};
        if (take("*"))
            std::tie(repeated.least, repeated.greatest) = std::pair(0U, PatternNode::without_end);
        else if (take("+"))
            repeated.greatest = PatternNode::without_end;
        else if (take("?"))
            repeated.least = 0;
        else if (!take("{"))
            return node;
        else
            read_bounds(repeated);
        repeated.is_lazy = take("?");
        if (repeated.greatest > 1 && can_be_empty(node))
            throw Unsupported();
        repeated.parts.push_back(std::move(node));
        return repeated;
    }

    void read_bounds(PatternNode& repeated)
    {
        repeated.least = repeated.greatest = read_number();
        if (take(","))
            repeated.greatest = rest.starts_with('}') ? PatternNode::without_end : read_number();
        if (!take("}"))
            throw Unsupported();
    }

    std::uint32_t read_number()
    {
        const std::string digits(
            take_first(std::min(rest.find_first_not_of("0123456789"), rest.size())));
        if (digits.empty() || digits.size() > 4)
            throw Unsupported();
        return static_cast<std::uint32_t>(std::stoul(digits));
    }

    std::uint32_t group_count = 0;
};

}

std::optional<PatternSyntax> syntax_of(std::string_view pattern)
{
    try {
        SyntaxReader reader(pattern);
        PatternNode whole = reader.read_all();
        return PatternSyntax {std::move(whole), reader.groups()};
    } catch (const Unsupported&) {
        return {};
    }
}

}
