#include "required_literals.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fs_search::regex {

namespace {

using Strings = std::vector<std::string>;

constexpr std::size_t max_texts = 16;

bool is_capital(std::size_t byte) { return byte >= 'A' && byte <= 'Z'; }

// What is known about a part of a pattern.
struct Known {
    std::optional<Strings> whole = {}; // all strings that the part matches; nullopt if unknown
    Strings required = {}; // each match contains one of these; empty if none are known
};

Known nothing() { return {}; }
Known exactly(std::string text) { return {Strings {std::move(text)}}; }

bool is_usable(const Strings& texts)
{
    return !texts.empty() && texts.size() <= max_texts
        && std::none_of(texts.begin(), texts.end(), [](const auto& text) { return text.empty(); });
}

// The case of the letters in a pattern.
struct Letters {
    bool in_both_cases = false;
    bool in_one_case = false;
};

void look_at_letters(const SyntaxPart& part, Letters& letters)
{
    for (const auto& inner : part.parts)
        look_at_letters(inner, letters);
    if (!part.is_listed)
        return;
    for (std::size_t capital = 'A'; capital <= 'Z'; ++capital) {
        const bool has_capital = part.characters.ascii[capital];
        const bool has_small = part.characters.ascii[capital - 'A' + 'a'];
        letters.in_both_cases = letters.in_both_cases || (has_capital && has_small);
        letters.in_one_case = letters.in_one_case || has_capital != has_small;
    }
}

bool is_in_any_case(const SyntaxPart& pattern)
{
    Letters letters;
    look_at_letters(pattern, letters);
    return letters.in_both_cases && !letters.in_one_case;
}

// Derives what is known about a part from what is known about its parts.
class TextsFold {
public:
    explicit TextsFold(bool any_case)
        : any_case(any_case)
    {
    }

    Known of(const SyntaxPart& part) const
    {
        switch (part.kind) {
        case SyntaxPart::Kind::bytes: return exactly(part.bytes);
        case SyntaxPart::Kind::character: return character(part);
        case SyntaxPart::Kind::sequence: return sequence(part.parts);
        case SyntaxPart::Kind::choice: return choice(part.parts);
        case SyntaxPart::Kind::repetition: return repetition(part);
        default: return exactly(""); // edge of a line, a word or the text
        }
    }

    void consider(Strings& best, const Strings& other) const
    {
        if (is_usable(other) && rarity({other, any_case}) > rarity({best, any_case}))
            best = other;
    }

private:
    Known character(const SyntaxPart& part) const
    {
        const auto& ascii = part.characters.ascii;
        if (!part.is_listed || part.characters.others || ascii['\n'] || ascii['\r'])
            return nothing();
        Strings members;
        for (std::size_t byte = 0; byte < ascii.size(); ++byte)
            if (ascii[byte] && !(any_case && is_capital(byte)))
                members.emplace_back(1, static_cast<char>(byte));
        return is_usable(members) ? Known {std::move(members)} : nothing();
    }

    Known choice(const std::vector<SyntaxPart>& parts) const
    {
        Known all = of(parts.front());
        for (std::size_t index = 1; index < parts.size(); ++index)
            all = either(all, of(parts[index]));
        return all;
    }

    static Known either(const Known& one, const Known& other)
    {
        const Strings& left = one.whole ? *one.whole : one.required;
        const Strings& right = other.whole ? *other.whole : other.required;
        if (left.empty() || right.empty() || left.size() + right.size() > max_texts)
            return nothing();
        Strings both = left;
        both.insert(both.end(), right.begin(), right.end());
        if (one.whole && other.whole)
            return {std::move(both)};
        return {{}, is_usable(both) ? std::move(both) : Strings()};
    }

    Known sequence(const std::vector<SyntaxPart>& parts) const
    {
        Known all;
        Strings run {""};
        bool is_whole = true;
        for (const auto& part : parts)
            is_whole = append(all, run, of(part)) && is_whole;
        if (is_whole)
            return {std::move(run)};
        consider(all.required, run);
        return all;
    }

    // Appends a part. Returns true if it continues `run`, the adjacent texts so far.
    bool append(Known& all, Strings& run, Known part) const
    {
        if (part.whole && part.whole->size() == 1) {
            for (auto& text : run)
                text += part.whole->front();
            return true;
        }
        if (part.whole && run.size() * part.whole->size() <= max_texts) {
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

    Known repetition(const SyntaxPart& part) const
    {
        Known known = of(part.parts.front());
        if (part.least > 0) {
            consider(known.required, known.whole.value_or(Strings()));
            return {{}, std::move(known.required)};
        }
        if (part.most != 1 || !known.whole || known.whole->size() >= max_texts)
            return nothing();
        known.whole->emplace_back();
        return {std::move(known.whole)};
    }

    bool any_case;
};

}

Texts required_texts(const SyntaxPart& pattern)
{
    const bool any_case = is_in_any_case(pattern);
    const TextsFold fold(any_case);
    Known known = fold.of(pattern);
    if (known.whole)
        fold.consider(known.required, *known.whole);
    return {std::move(known.required), any_case};
}

Texts required_texts(const std::string& text)
{
    Strings rarest;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
        TextsFold(false).consider(rarest, {text.substr(begin, end - begin)});
        begin = end + 1;
    }
    return {std::move(rarest), false};
}

}
