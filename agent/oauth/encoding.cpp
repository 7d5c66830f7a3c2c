#include "agent/oauth/encoding.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/random.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace agent::oauth {

using namespace toolkit;

std::string base64url(std::string_view bytes)
{
    std::string text = text::base64_encode(bytes);
    text.resize(text.find_last_not_of('=') + 1);
    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');
    return text;
}

std::optional<std::string> from_base64url(std::string_view text)
{
    constexpr std::size_t letters_of_group = 4;
    if (text.find_first_of("+/=") != std::string_view::npos)
        return std::nullopt;
    std::string padded(text);
    std::replace(padded.begin(), padded.end(), '-', '+');
    std::replace(padded.begin(), padded.end(), '_', '/');
    while (padded.size() % letters_of_group != 0)
        padded += '=';
    return text::base64_decode(padded);
}

std::string random_text()
{
    std::array<unsigned char, 32> bytes {};
    system::fill_randomly(bytes, "a sign-in");
    return base64url({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string s256_challenge(const std::string& verifier)
{
    constexpr int base = 16;
    const std::string digits = system::sha256(verifier);
    std::string bytes;
    bytes.reserve(digits.size() / 2);
    for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
        unsigned value = 0;
        std::from_chars(digits.data() + at, digits.data() + at + 2, value, base);
        bytes += static_cast<char>(value);
    }
    return base64url(bytes);
}

std::string form_encoded(std::string_view text)
{
    std::string encoded;
    for (const char letter : text)
        if (text::is_letter_or_digit(letter) || text::is_one_of(letter, "-._~"))
            encoded += letter;
        else
            encoded += text::percent_encoded(letter);
    return encoded;
}

std::string form_text(const FormFields& fields)
{
    std::string text;
    for (const auto& [name, value] : fields)
        text += (text.empty() ? "" : "&") + form_encoded(name) + "=" + form_encoded(value);
    return text;
}

static std::string form_decoded(std::string_view text)
{
    std::string plain(text);
    std::replace(plain.begin(), plain.end(), '+', ' ');
    return text::percent_decoded(plain);
}

FormFields fields_of_form(std::string_view text)
{
    FormFields fields;
    while (!text.empty()) {
        const std::string_view field = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(field.size() + 1, text.size()));
        const std::size_t equals = std::min(field.find('='), field.size());
        if (!field.empty())
            fields.emplace_back(form_decoded(field.substr(0, equals)),
                form_decoded(field.substr(std::min(equals + 1, field.size()))));
    }
    return fields;
}

std::optional<std::string> field_of_form(const FormFields& fields, std::string_view name)
{
    const auto is_named = [&](const auto& field) { return field.first == name; };
    const auto found = std::find_if(fields.begin(), fields.end(), is_named);
    if (found == fields.end() || std::any_of(found + 1, fields.end(), is_named))
        return std::nullopt;
    return found->second;
}

std::vector<std::string> words_of(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!word.empty() && !text::contains(words, word))
            words.emplace_back(word);
    }
    return words;
}

std::string joined_words(const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

static bool is_sound_scope(std::string_view scope)
{
    return std::all_of(scope.begin(), scope.end(),
        [](char c) { return c > ' ' && c < 0x7f && c != '"' && c != '\\'; });
}

std::string sound_scopes(std::string_view text)
{
    std::vector<std::string> words = words_of(text);
    std::erase_if(words, [](const std::string& word) { return !is_sound_scope(word); });
    return joined_words(words);
}

std::string united_words(const std::string& some, const std::string& others)
{
    return joined_words(words_of(some + " " + others));
}

}
