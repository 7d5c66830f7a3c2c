#include "entities.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/file_form.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace fetch_url {

using namespace toolkit;

namespace {

struct Entity {
    std::string_view name;
    char32_t character;
};

// Sorted by name.
constexpr auto entities = std::to_array<Entity>({{"AElig", 198}, {"Aacute", 193}, {"Acirc", 194},
    {"Agrave", 192}, {"Alpha", 0x391}, {"Aring", 197}, {"Atilde", 195}, {"Auml", 196},
    {"Beta", 0x392}, {"Ccedil", 199}, {"Chi", 0x3a7}, {"Dagger", 0x2021}, {"Delta", 0x394},
    {"ETH", 208}, {"Eacute", 201}, {"Ecirc", 202}, {"Egrave", 200}, {"Epsilon", 0x395},
    {"Eta", 0x397}, {"Euml", 203}, {"Gamma", 0x393}, {"Iacute", 205}, {"Icirc", 206},
    {"Igrave", 204}, {"Iota", 0x399}, {"Iuml", 207}, {"Kappa", 0x39a}, {"Lambda", 0x39b},
    {"Mu", 0x39c}, {"NewLine", 10}, {"Ntilde", 209}, {"Nu", 0x39d}, {"OElig", 0x152},
    {"Oacute", 211}, {"Ocirc", 212}, {"Ograve", 210}, {"Omega", 0x3a9}, {"Omicron", 0x39f},
    {"Oslash", 216}, {"Otilde", 213}, {"Ouml", 214}, {"Phi", 0x3a6}, {"Pi", 0x3a0},
    {"Prime", 0x2033}, {"Psi", 0x3a8}, {"Rho", 0x3a1}, {"Scaron", 0x160}, {"Sigma", 0x3a3},
    {"THORN", 222}, {"Tab", 9}, {"Tau", 0x3a4}, {"Theta", 0x398}, {"Uacute", 218}, {"Ucirc", 219},
    {"Ugrave", 217}, {"Upsilon", 0x3a5}, {"Uuml", 220}, {"Xi", 0x39e}, {"Yacute", 221},
    {"Yuml", 0x178}, {"Zeta", 0x396}, {"aacute", 225}, {"acirc", 226}, {"acute", 180},
    {"aelig", 230}, {"agrave", 224}, {"alefsym", 0x2135}, {"alpha", 0x3b1}, {"amp", 38},
    {"and", 0x2227}, {"ang", 0x2220}, {"apos", 39}, {"aring", 229}, {"ast", 42}, {"asymp", 0x2248},
    {"atilde", 227}, {"auml", 228}, {"bdquo", 0x201e}, {"beta", 0x3b2}, {"brvbar", 166},
    {"bsol", 92}, {"bull", 0x2022}, {"cap", 0x2229}, {"ccedil", 231}, {"cedil", 184}, {"cent", 162},
    {"check", 0x2713}, {"checkmark", 0x2713}, {"chi", 0x3c7}, {"circ", 0x2c6}, {"clubs", 0x2663},
    {"colon", 58}, {"comma", 44}, {"commat", 64}, {"cong", 0x2245}, {"copy", 169},
    {"crarr", 0x21b5}, {"cross", 0x2717}, {"cup", 0x222a}, {"curren", 164}, {"dArr", 0x21d3},
    {"dagger", 0x2020}, {"darr", 0x2193}, {"dash", 0x2010}, {"deg", 176}, {"delta", 0x3b4},
    {"diams", 0x2666}, {"divide", 247}, {"dollar", 36}, {"eacute", 233}, {"ecirc", 234},
    {"egrave", 232}, {"empty", 0x2205}, {"emsp", 0x2003}, {"ensp", 0x2002}, {"epsilon", 0x3b5},
    {"equals", 61}, {"equiv", 0x2261}, {"eta", 0x3b7}, {"eth", 240}, {"euml", 235},
    {"euro", 0x20ac}, {"excl", 33}, {"exist", 0x2203}, {"fnof", 0x192}, {"forall", 0x2200},
    {"frac12", 189}, {"frac14", 188}, {"frac34", 190}, {"frasl", 0x2044}, {"gamma", 0x3b3},
    {"ge", 0x2265}, {"grave", 96}, {"gt", 62}, {"hArr", 0x21d4}, {"harr", 0x2194},
    {"hearts", 0x2665}, {"hellip", 0x2026}, {"hyphen", 0x2010}, {"iacute", 237}, {"icirc", 238},
    {"iexcl", 161}, {"igrave", 236}, {"image", 0x2111}, {"infin", 0x221e}, {"int", 0x222b},
    {"iota", 0x3b9}, {"iquest", 191}, {"isin", 0x2208}, {"iuml", 239}, {"kappa", 0x3ba},
    {"lArr", 0x21d0}, {"lambda", 0x3bb}, {"lang", 0x2329}, {"laquo", 171}, {"larr", 0x2190},
    {"lbrace", 123}, {"lbrack", 91}, {"lceil", 0x2308}, {"lcub", 123}, {"ldquo", 0x201c},
    {"le", 0x2264}, {"lfloor", 0x230a}, {"lowast", 0x2217}, {"lowbar", 95}, {"loz", 0x25ca},
    {"lpar", 40}, {"lrm", 0x200e}, {"lsaquo", 0x2039}, {"lsqb", 91}, {"lsquo", 0x2018}, {"lt", 60},
    {"macr", 175}, {"mdash", 0x2014}, {"micro", 181}, {"middot", 183}, {"minus", 0x2212},
    {"mu", 0x3bc}, {"nabla", 0x2207}, {"nbsp", 160}, {"ndash", 0x2013}, {"ne", 0x2260},
    {"ni", 0x220b}, {"not", 172}, {"notin", 0x2209}, {"nsub", 0x2284}, {"ntilde", 241},
    {"nu", 0x3bd}, {"num", 35}, {"oacute", 243}, {"ocirc", 244}, {"oelig", 0x153}, {"ograve", 242},
    {"oline", 0x203e}, {"omega", 0x3c9}, {"omicron", 0x3bf}, {"oplus", 0x2295}, {"or", 0x2228},
    {"ordf", 170}, {"ordm", 186}, {"oslash", 248}, {"otilde", 245}, {"otimes", 0x2297},
    {"ouml", 246}, {"para", 182}, {"part", 0x2202}, {"percnt", 37}, {"period", 46},
    {"permil", 0x2030}, {"perp", 0x22a5}, {"phi", 0x3c6}, {"pi", 0x3c0}, {"piv", 0x3d6},
    {"plus", 43}, {"plusmn", 177}, {"pound", 163}, {"prime", 0x2032}, {"prod", 0x220f},
    {"prop", 0x221d}, {"psi", 0x3c8}, {"quest", 63}, {"quot", 34}, {"rArr", 0x21d2},
    {"radic", 0x221a}, {"rang", 0x232a}, {"raquo", 187}, {"rarr", 0x2192}, {"rbrace", 125},
    {"rbrack", 93}, {"rceil", 0x2309}, {"rcub", 125}, {"rdquo", 0x201d}, {"real", 0x211c},
    {"reg", 174}, {"rfloor", 0x230b}, {"rho", 0x3c1}, {"rlm", 0x200f}, {"rpar", 41},
    {"rsaquo", 0x203a}, {"rsqb", 93}, {"rsquo", 0x2019}, {"sbquo", 0x201a}, {"scaron", 0x161},
    {"sdot", 0x22c5}, {"sect", 167}, {"semi", 59}, {"shy", 173}, {"sigma", 0x3c3},
    {"sigmaf", 0x3c2}, {"sim", 0x223c}, {"sol", 47}, {"spades", 0x2660}, {"star", 0x2606},
    {"starf", 0x2605}, {"sub", 0x2282}, {"sube", 0x2286}, {"sum", 0x2211}, {"sup", 0x2283},
    {"sup1", 185}, {"sup2", 178}, {"sup3", 179}, {"supe", 0x2287}, {"szlig", 223}, {"tau", 0x3c4},
    {"there4", 0x2234}, {"theta", 0x3b8}, {"thetasym", 0x3d1}, {"thinsp", 0x2009}, {"thorn", 254},
    {"tilde", 0x2dc}, {"times", 215}, {"trade", 0x2122}, {"uArr", 0x21d1}, {"uacute", 250},
    {"uarr", 0x2191}, {"ucirc", 251}, {"ugrave", 249}, {"uml", 168}, {"upsih", 0x3d2},
    {"upsilon", 0x3c5}, {"uuml", 252}, {"verbar", 124}, {"vert", 124}, {"weierp", 0x2118},
    {"xi", 0x3be}, {"yacute", 253}, {"yen", 165}, {"yuml", 255}, {"zeta", 0x3b6}, {"zwj", 0x200d},
    {"zwnj", 0x200c}});
static_assert(std::is_sorted(entities.begin(), entities.end(),
    [](const Entity& one, const Entity& other) { return one.name < other.name; }));

constexpr std::size_t max_name = 9;
constexpr std::size_t max_digits = 8;
constexpr char32_t replacement = 0xFFFD;

// Names that browsers accept without the semicolon; pages rely on it.
constexpr std::array<std::string_view, 6> without_semicolon {
    "amp", "copy", "gt", "lt", "nbsp", "quot"};

struct Reference {
    char32_t character;
    std::size_t size; // from '&' to the end of the reference
};

char32_t character_of(std::uint32_t number)
{
    const bool is_none = number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000);
    if (is_none)
        return replacement;
    if (number < 0x80 || number > 0x9F)
        return number;
    // Browsers read these numbers as bytes of Windows-1252.
    return text::first_character(text::from_windows_1252(std::string(1, static_cast<char>(number))))
        .first;
}

std::optional<Reference> number_at(std::string_view text)
{
    const bool is_hexadecimal = text.size() > 2 && text::in_lower_case(text[2]) == 'x';
    const std::size_t begin = is_hexadecimal ? 3 : 2;
    std::uint32_t number = 0;
    const std::string_view digits = text.substr(std::min(begin, text.size()), max_digits);
    const auto [end, error] = std::from_chars(
        digits.data(), digits.data() + digits.size(), number, is_hexadecimal ? 16 : 10);
    if (end == digits.data())
        return std::nullopt;
    std::size_t size = begin + static_cast<std::size_t>(end - digits.data());
    size += text.substr(size).starts_with(';') ? 1 : 0;
    return Reference {error == std::errc() ? character_of(number) : replacement, size};
}

std::optional<Reference> name_at(std::string_view text)
{
    std::string_view name = text.substr(1, max_name);
    name = name.substr(0, text::name_length(name, {}));
    const bool is_closed = text.substr(1 + name.size()).starts_with(';');
    if (!is_closed) {
        const auto* const known = std::find_if(without_semicolon.begin(), without_semicolon.end(),
            [&](std::string_view one) { return name.starts_with(one); });
        if (known == without_semicolon.end())
            return std::nullopt;
        name = *known;
    }
    const auto* const found = std::lower_bound(entities.begin(), entities.end(), name,
        [](const Entity& one, std::string_view other) { return one.name < other; });
    if (found == entities.end() || found->name != name)
        return std::nullopt;
    return Reference {found->character, 1 + name.size() + (is_closed ? 1 : 0)};
}

}

void append_decoded(std::string& to, std::string_view text)
{
    while (!text.empty()) {
        const std::size_t plain = std::min(text.find('&'), text.size());
        to += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty())
            return;
        const auto reference = text.substr(1).starts_with('#') ? number_at(text) : name_at(text);
        if (reference)
            text::append_utf8(to, reference->character);
        else
            to += '&';
        text.remove_prefix(reference ? reference->size : 1);
    }
}

}
