#include "dfa.hpp"
#include "nfa.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace fs_search::regex {

namespace {

constexpr std::size_t max_states = 2000;
constexpr std::size_t max_pairs = 256 << 10; // in the table for two bytes; 8 bytes each
constexpr std::size_t max_quads = 128 << 10; // in the table for four bytes
constexpr std::size_t max_work = 4 << 20; // number of instructions examined

bool is_in_word(std::size_t byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z')
        || (byte >= 'a' && byte <= 'z') || byte == '_';
}

// Conditions that hold at a position between two bytes.
struct Place {
    bool is_begin = false;
    bool is_end = false;
    bool is_word_edge = false;
};

// The meaning of a state: the positions in the program that are possible.
struct Situation {
    std::vector<std::size_t> instructions
        = {}; // sorted; includes those that depend on the next byte
    bool is_begin = false;
    bool is_after_word = false; // set only if it matters

    bool operator<(const Situation& other) const
    {
        return std::tie(instructions, is_begin, is_after_word)
            < std::tie(other.instructions, other.is_begin, other.is_after_word);
    }
};

}

// Returns the table of two steps at once, from the table of single steps with rows of this width.
static std::vector<LineAutomaton::State> twice(
    const std::vector<LineAutomaton::State>& table, std::size_t width)
{
    std::vector<LineAutomaton::State> result;
    result.reserve(table.size() * width);
    for (const auto middle : table) {
        const auto row = table.begin() + static_cast<std::ptrdiff_t>(middle * width);
        result.insert(result.end(), row, row + static_cast<std::ptrdiff_t>(width));
    }
    return result;
}

LineAutomaton::LineAutomaton(const ByteKinds& kinds, std::vector<State> table)
    : all_kinds(kinds)
    , table(std::move(table))
    , width(kinds.count() * kinds.count())
{
    std::vector<State> next = twice(this->table, kinds.count());
    if (next.size() * width <= max_quads) {
        bytes_in_a_step = 4;
        next = twice(next, width);
        width *= width;
    }
    rows.resize(next.size());
    std::transform(next.begin(), next.end(), rows.begin(),
        [this](State state) { return Next {row_of(state)}; });
    accepts_ascii = is_reached_by_ascii(accepted);
}

bool LineAutomaton::is_reached_by_ascii(State wanted) const
{
    std::vector<bool> is_known(table.size() / all_kinds.count());
    std::vector<State> reached {start};
    is_known[start] = true;
    while (!reached.empty() && !is_known[wanted]) {
        const State state = reached.back();
        reached.pop_back();
        for (unsigned char byte = 0; byte < 0x80; ++byte)
            if (const State to = next(state, byte); !is_known[to]) {
                is_known[to] = true;
                reached.push_back(to);
            }
    }
    return is_known[wanted];
}

namespace {

// The textbook subset construction: adds states until no new ones appear.
class AutomatonBuilder {
public:
    explicit AutomatonBuilder(const LineProgram& program)
        : program(program)
        , marks(program.instructions.size())
    {
        knows_words = std::any_of(program.instructions.begin(), program.instructions.end(),
            [](const Instruction& instruction) {
                return instruction.kind == Instruction::Kind::word_edge
                    || instruction.kind == Instruction::Kind::no_word_edge;
            });
        divide_bytes();
    }

    std::optional<LineAutomaton> build()
    {
        ++round;
        Situation start {{}, true};
        if (enter(start.instructions, program.first, nullptr) || examples.size() > ByteKinds::most)
            return std::nullopt; // every line would be accepted
        std::sort(start.instructions.begin(), start.instructions.end());
        known_in_order.push_back(
            &known.emplace(std::move(start), LineAutomaton::start).first->first);
        add_row();
        add_row();
        std::fill(table.begin() + static_cast<std::ptrdiff_t>(examples.size()), table.end(),
            LineAutomaton::accepted);
        for (std::size_t done = 0; done < known_in_order.size(); ++done) {
            if (states() > max_states || table.size() * examples.size() > max_pairs
                || work > max_work)
                return std::nullopt;
            fill_row(done == 0 ? 0 : done + 1, *known_in_order[done]);
        }
        return LineAutomaton({kinds, examples.size()}, std::move(table));
    }

private:
    using State = LineAutomaton::State;

    // Gives the same number to bytes that no instruction distinguishes.
    void divide_bytes()
    {
        std::map<std::vector<bool>, std::size_t> seen;
        std::vector<const ByteSet*> sets;
        for (const auto& instruction : program.instructions)
            if (instruction.kind == Instruction::Kind::byte
                && std::none_of(
                    sets.begin(), sets.end(), [&](auto* set) { return *set == instruction.bytes; }))
                sets.push_back(&instruction.bytes);
        for (std::size_t byte = 0; byte < kinds.size(); ++byte) {
            std::vector<bool> signs {byte == '\n', knows_words && is_in_word(byte)};
            for (const auto* set : sets)
                signs.push_back(set->test(byte));
            const auto [place, is_new] = seen.emplace(std::move(signs), examples.size());
            if (is_new)
                examples.push_back(byte);
            kinds.at(byte) = static_cast<std::uint8_t>(place->second);
        }
    }

    std::size_t states() const { return table.size() / examples.size(); }
    void add_row() { table.resize(table.size() + examples.size()); }

    // Adds the instructions that can be reached without consuming a byte. If `place` is null,
    // conditions that depend on a place are kept for later. Returns true if a match is reached.
    bool enter(std::vector<std::size_t>& reached, std::size_t first, const Place* place)
    {
        bool has_match = false;
        pending.assign(1, first);
        while (!pending.empty()) {
            const std::size_t index = pending.back();
            pending.pop_back();
            if (std::exchange(marks[index], round) == round)
                continue;
            ++work;
            const Instruction& instruction = program.instructions[index];
            has_match = has_match || instruction.kind == Instruction::Kind::match;
            if (instruction.kind == Instruction::Kind::fork)
                pending.push_back(instruction.other);
            if (instruction.kind == Instruction::Kind::byte
                || (place == nullptr && is_condition(instruction.kind)))
                reached.push_back(index);
            else if (instruction.kind == Instruction::Kind::fork
                || (is_condition(instruction.kind) && holds(instruction.kind, *place)))
                pending.push_back(instruction.next);
        }
        return has_match;
    }

    static bool is_condition(Instruction::Kind kind)
    {
        return kind != Instruction::Kind::byte && kind != Instruction::Kind::fork
            && kind != Instruction::Kind::match;
    }

    static bool holds(Instruction::Kind kind, const Place& place)
    {
        switch (kind) {
        case Instruction::Kind::line_begin: return place.is_begin;
        case Instruction::Kind::line_end: return place.is_end;
        case Instruction::Kind::word_edge: return place.is_word_edge;
        case Instruction::Kind::no_word_edge: return !place.is_word_edge;
        default: return true;
        }
    }

    void fill_row(std::size_t row, const Situation& from)
    {
        for (std::size_t kind = 0; kind < examples.size(); ++kind) {
            const State next = step(from, examples[kind]); // may add a row
            table[row * examples.size() + kind] = next;
        }
    }

    State step(const Situation& from, std::size_t byte)
    {
        const Place place {from.is_begin, byte == '\n', from.is_after_word != is_in_word(byte)};
        std::vector<std::size_t> here;
        ++round;
        for (const std::size_t index : from.instructions)
            if (enter(here, index, &place))
                return LineAutomaton::accepted;
        if (byte == '\n')
            return LineAutomaton::start;
        Situation to;
        ++round;
        enter(to.instructions, program.first, nullptr); // a match may begin anywhere
        for (const std::size_t index : here) {
            const Instruction& instruction = program.instructions[index];
            if (instruction.bytes.test(byte) && enter(to.instructions, instruction.next, nullptr))
                return LineAutomaton::accepted;
        }
        return state_of(std::move(to), byte);
    }

    State state_of(Situation situation, std::size_t byte)
    {
        const auto kind = [&](std::size_t index) { return program.instructions[index].kind; };
        // A line does not begin after a byte.
        std::erase_if(situation.instructions,
            [&](std::size_t index) { return kind(index) == Instruction::Kind::line_begin; });
        // A condition may be followed by one that concerns words.
        const bool asks_for_words = knows_words
            && std::any_of(situation.instructions.begin(), situation.instructions.end(),
                [&](std::size_t index) { return is_condition(kind(index)); });
        situation.is_after_word = asks_for_words && is_in_word(byte);
        const auto number = static_cast<State>(states());
        std::sort(situation.instructions.begin(), situation.instructions.end());
        const auto [place, is_new] = known.emplace(std::move(situation), number);
        if (is_new) {
            known_in_order.push_back(&place->first);
            add_row();
        }
        return place->second;
    }

    const LineProgram& program;
    std::vector<std::size_t> examples; // one byte of each kind
    std::array<std::uint8_t, 256> kinds {};
    std::map<Situation, State> known;
    std::vector<const Situation*> known_in_order;
    std::vector<State> table;

    bool knows_words = false;
    std::vector<std::size_t> marks; // the round in which each instruction was last entered
    std::vector<std::size_t> pending;
    std::size_t round = 0;
    std::size_t work = 0;
};

}

std::optional<LineAutomaton> automaton_for(const SyntaxPart& pattern)
{
    const LineProgram program = compile(pattern);
    if (program.instructions.empty())
        return std::nullopt;
    return AutomatonBuilder(program).build();
}

}
