#include "nfa.hpp"

namespace fs_search::regex {

namespace {

constexpr std::size_t max_instructions = 1500;

ByteSet bytes_between(std::size_t first, std::size_t last)
{
    ByteSet set;
    for (std::size_t byte = first; byte <= last; ++byte)
        set.set(byte);
    return set;
}

// Builds the program from its end to its beginning, so that the successor of each part is known.
class Compiler {
public:
    LineProgram compile(const SyntaxPart& pattern)
    {
        const std::size_t first = before(pattern, add({Instruction::Kind::match}));
        return is_too_long() || sees_the_text ? LineProgram()
                                              : LineProgram {std::move(instructions), first};
    }

private:
    using Kind = Instruction::Kind;

    bool is_too_long() const { return instructions.size() > max_instructions; }

    std::size_t add(Instruction instruction)
    {
        instructions.push_back(instruction);
        return instructions.size() - 1;
    }

    std::size_t fork(std::size_t one, std::size_t other) { return add({Kind::fork, one, other}); }

    std::size_t before(const SyntaxPart& part, std::size_t next)
    {
        if (is_too_long())
            return next;
        switch (part.kind) {
        case SyntaxPart::Kind::bytes: return bytes(part.bytes, next);
        case SyntaxPart::Kind::character: return character(part.characters, next);
        case SyntaxPart::Kind::sequence:
            for (auto inner = part.parts.rbegin(); inner != part.parts.rend(); ++inner)
                next = before(*inner, next);
            return next;
        case SyntaxPart::Kind::choice: return choice(part, next);
        case SyntaxPart::Kind::repetition: return repetition(part, next);
        case SyntaxPart::Kind::line_begin: return add({Kind::line_begin, next});
        case SyntaxPart::Kind::line_end: return add({Kind::line_end, next});
        case SyntaxPart::Kind::text_begin:
        case SyntaxPart::Kind::text_end: sees_the_text = true; return next;
        case SyntaxPart::Kind::word_edge: return add({Kind::word_edge, next});
        case SyntaxPart::Kind::no_word_edge: return add({Kind::no_word_edge, next});
        }
        return next;
    }

    std::size_t bytes(std::string_view text, std::size_t next)
    {
        for (auto byte = text.rbegin(); byte != text.rend(); ++byte)
            next = add({Kind::byte, next, 0, ByteSet().set(static_cast<unsigned char>(*byte))});
        return next;
    }

    // Adds the UTF-8 bytes of a character. A non-ASCII character starts with a byte of one set,
    // followed by bytes of another.
    std::size_t character(const CharacterClass& characters, std::size_t next)
    {
        ByteSet ascii;
        for (std::size_t byte = 0; byte < characters.ascii.size(); ++byte)
            ascii[byte] = characters.ascii[byte];
        ascii.reset('\n'); // no match contains a newline
        const std::size_t one = add({Kind::byte, next, 0, ascii});
        if (!characters.others)
            return one;
        const std::size_t last = add({Kind::fork, next});
        const std::size_t continued = add({Kind::byte, last, 0, bytes_between(0x80, 0xBF)});
        instructions[last].other = continued;
        return fork(one, add({Kind::byte, continued, 0, bytes_between(0xC2, 0xF4)}));
    }

    std::size_t choice(const SyntaxPart& part, std::size_t next)
    {
        std::size_t first = before(part.parts.front(), next);
        for (std::size_t index = 1; index < part.parts.size(); ++index)
            first = fork(first, before(part.parts[index], next));
        return first;
    }

    std::size_t repetition(const SyntaxPart& part, std::size_t next)
    {
        const SyntaxPart& inner = part.parts.front();
        std::size_t first = next;
        if (part.most == SyntaxPart::no_limit) {
            const std::size_t loop = add({Kind::fork, next});
            instructions[loop].other = before(inner, loop);
            first = loop;
        }
        for (int left = part.most - part.least; left > 0 && !is_too_long(); --left)
            first = fork(before(inner, first), next);
        for (int left = part.least; left > 0 && !is_too_long(); --left)
            first = before(inner, first);
        return first;
    }

    std::vector<Instruction> instructions;
    bool sees_the_text = false; // depends on the beginning or end of the text
};

}

LineProgram compile(const SyntaxPart& pattern) { return Compiler().compile(pattern); }

}
