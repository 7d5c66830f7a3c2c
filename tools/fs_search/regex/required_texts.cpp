#include "required_texts.hpp"
#include "repetition_range.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace {

using Strings = std::vector<std::string>;

constexpr std::size_t most_texts = 16;

// What is known about a part of a pattern.
struct Known {
    std::optional<Strings> whole = {}; // what it matches: one of these, and nothing else
    Strings required = {}; // each match holds one of these; empty: none are known
};

Known nothing() { return {}; }
Known exactly(std::string text) { return {Strings {std::move(text)}}; }

class TextsParser {
public:
    TextsParser(std::string_view pattern, bool any_case)
        : pattern(pattern)
        , any_case(any_case)
    {
    }

    Texts texts_of_pattern()
    {
        read_flags();
        Known known = alternation();
        if (!is_understood || !at_end())
            return {};
        return best_of(std::move(known));
    }

    Texts texts_of_literal()
    {
        Known known;
        Strings run {""};
        while (!at_end())
            append(known, run, character());
        consider(known.required, run);
        return best_of(std::move(known));
    }

private:
    bool at_end() const { return at >= pattern.size() || !is_understood; }
    bool is_next(std::string_view text) const { return pattern.substr(at).starts_with(text); }

    bool skip(std::string_view text)
    {
        const bool is_there = is_next(text);
        at += is_there ? text.size() : 0;
        return is_there;
    }

    Known give_up()
    {
        is_understood = false;
        return nothing();
    }

    Texts best_of(Known known) const
    {
        if (known.whole)
            consider(known.required, *known.whole);
        return {std::move(known.required), any_case};
    }

    static bool is_usable(const Strings& texts)
    {
        return !texts.empty() && texts.size() <= most_texts
            && std::none_of(texts.begin(), texts.end(), [](const auto& text) { return text.empty(); });
    }

    void consider(Strings& best, const Strings& other) const
    {
        if (is_usable(other) && rarity({other, any_case}) > rarity({best, any_case}))
            best = other;
    }

    // "(?i)" and its kin, where they hold for the whole pattern.
    void read_flags()
    {
        if (!is_next("(?"))
            return;
        const std::size_t end = std::min(pattern.find_first_not_of("imsU", 2), pattern.size());
        if (end == 2 || pattern.substr(end, 1) != ")")
            return;
        any_case = any_case || pattern.substr(0, end).find('i') != std::string_view::npos;
        at = end + 1;
    }

    Known alternation()
    {
        Known all = concatenation();
        while (skip("|")) {
            Known next = concatenation();
            const Strings* mine = all.whole ? &*all.whole : &all.required;
            const Strings* other = next.whole ? &*next.whole : &next.required;
            Strings both;
            if (!mine->empty() && !other->empty() && mine->size() + other->size() <= most_texts) {
                both = *mine;
                both.insert(both.end(), other->begin(), other->end());
            }
            if (all.whole && next.whole && !both.empty())
                all = {std::move(both)};
            else
                all = {{}, is_usable(both) ? std::move(both) : Strings()};
        }
        return all;
    }

    Known concatenation()
    {
        Known all;
        Strings run {""};
        bool is_whole = true;
        while (!at_end() && !is_next("|") && !is_next(")"))
            is_whole = append(all, run, repetition()) && is_whole;
        if (is_whole)
            return {std::move(run)};
        consider(all.required, run);
        return all;
    }

    // Does `run`, what stands side by side up to here, go on with the part?
    bool append(Known& all, Strings& run, Known part) const
    {
        if (part.whole && part.whole->size() == 1) {
            for (auto& text : run)
                text += part.whole->front();
            return true;
        }
        if (part.whole && run.size() * part.whole->size() <= most_texts) {
            Strings longer;
            for (const auto& left : run)
                for (const auto& right : *part.whole)
                    longer.push_back(left + right);
            run = std::move(longer);
            return true;
        }
        consider(all.required, run);
        consider(all.required, part.required);
        run = part.whole ? std::move(*part.whole) : Strings {""};
        return false;
    }

    Known repetition()
    {
        Known known = atom();
        while (!at_end()) {
            if (skip("*") || skip_range(0))
                known = nothing();
            else if (skip("?"))
                known = maybe(std::move(known));
            else if (skip("+") || skip_range(1))
                known = at_least_once(std::move(known));
            else
                break;
            skip("?"); // as few as possible
        }
        return known;
    }

    Known maybe(Known known) const
    {
        if (!known.whole || known.whole->size() >= most_texts)
            return nothing();
        known.whole->emplace_back();
        return {std::move(known.whole)};
    }

    Known at_least_once(Known known) const
    {
        Known repeated {{}, std::move(known.required)};
        if (known.whole)
            consider(repeated.required, *known.whole);
        return repeated;
    }

    // A range that begins with 0 where `least` is 0, and else with more.
    bool skip_range(int least)
    {
        const auto range = find_repetition_range(pattern.substr(std::min(at, pattern.size())));
        if (!range || (range->least == 0) != (least == 0))
            return false;
        at += range->size;
        return true;
    }

    Known atom()
    {
        if (skip("("))
            return group();
        if (skip("["))
            return character_class();
        if (skip("\\"))
            return escape();
        if (skip("^") || skip("$"))
            return exactly("");
        if (skip("."))
            return nothing();
        return character();
    }

    Known group()
    {
        if (skip("?P<") || skip("?<"))
            at = std::min(pattern.find('>', at), pattern.size() - 1) + 1;
        else if (!skip("?:") && is_next("?"))
            return give_up();
        Known known = alternation();
        return skip(")") ? known : give_up();
    }

    // One character of UTF-8.
    Known character()
    {
        std::size_t size = 1;
        while (at + size < pattern.size() && (static_cast<unsigned char>(pattern[at + size]) & 0xC0U) == 0x80)
            ++size;
        const std::string_view bytes = pattern.substr(at, size);
        at += size;
        return literal(bytes);
    }

    Known literal(std::string_view bytes) const
    {
        const char first = bytes[0];
        if (first == '\n' || first == '\r')
            return nothing();
        if (!any_case)
            return exactly(std::string(bytes));
        if (static_cast<unsigned char>(first) >= 0x80)
            return nothing();
        const char small = first >= 'A' && first <= 'Z' ? static_cast<char>(first - 'A' + 'a') : first;
        // In Unicode there is one more of each: U+212A and U+017F.
        return small == 'k' || small == 's' ? nothing() : exactly(std::string(1, small));
    }

    Known escape()
    {
        if (at_end())
            return give_up();
        const char letter = pattern[at++];
        const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
        const bool is_digit = letter >= '0' && letter <= '9';
        if (static_cast<unsigned char>(letter) < 0x80 && !is_letter && !is_digit)
            return literal({&letter, 1});
        constexpr std::string_view empty = "bBAz";
        constexpr std::string_view classes = "dDsSwWnrafv";
        if (empty.find(letter) != std::string_view::npos)
            return exactly("");
        if (letter == 't')
            return exactly("\t");
        if (classes.find(letter) != std::string_view::npos)
            return nothing();
        if (letter == 'p' || letter == 'P' || letter == 'x')
            return skip_number_or_name(letter);
        return give_up(); // \Q, \C, an octal number
    }

    Known skip_number_or_name(char letter)
    {
        if (is_next("{"))
            at = std::min(pattern.find('}', at), pattern.size() - 1) + 1;
        else
            at += letter == 'x' ? 2 : 1;
        return nothing();
    }

    // Its members, where it names a few ASCII characters one by one.
    Known character_class()
    {
        bool is_simple = !skip("^");
        std::set<std::string> members;
        for (bool is_first = true; is_first || !is_next("]"); is_first = false) {
            if (at_end())
                return give_up();
            const char byte = pattern[at];
            if (is_next("[:"))
                at = std::min(pattern.find(":]", at + 2), pattern.size() - 2) + 1;
            else if (byte == '\\')
                ++at;
            const bool is_range = is_next("-") && !is_first && pattern.substr(at + 1, 1) != "]";
            const auto known = literal({&byte, 1});
            is_simple = is_simple && byte != '[' && byte != '\\' && !is_range && known.whole
                && static_cast<unsigned char>(byte) < 0x80;
            if (is_simple)
                members.insert(known.whole->front());
            ++at;
        }
        ++at;
        if (!is_simple || members.size() > most_texts)
            return nothing();
        return {Strings(members.begin(), members.end())};
    }

    std::string_view pattern;
    bool any_case;
    std::size_t at = 0;
    bool is_understood = true;
};

}

Texts required_texts(const Query& query)
{
    TextsParser parser(query.text, query.ignore_case);
    return query.is_regex ? parser.texts_of_pattern() : parser.texts_of_literal();
}
