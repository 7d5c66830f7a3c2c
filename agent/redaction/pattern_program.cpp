#include "agent/redaction/pattern_program.hpp"

#include "agent/redaction/pattern_syntax.hpp"

#include <utility>

namespace agent::redaction {

namespace {

using Step = PatternProgram::Step;

// Writes what follows first, so that each step knows it.
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

}
