#include "request.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/runs_later_field.hpp"

static const char* in_words(const std::optional<Strategy>& strategy)
{
    if (!strategy)
        return "create";
    switch (*strategy) {
    case Strategy::exact: return "exact";
    case Strategy::lines: return "lines";
    case Strategy::tokens: return "tokens";
    case Strategy::typography: return "typography";
    case Strategy::listing: return "listing";
    case Strategy::regex: break;
    }
    return "regex";
}

Answer answer_of(EditedFile edited)
{
    Answer answer {{"replacements", edited.replacements}, {"strategy", in_words(edited.strategy)},
        {"sha256", edited.sha256}};
    if (is_utf8(edited.diff.text))
        answer["diff"] = std::move(edited.diff.text);
    else
        answer["diffBase64"] = base64_encode(edited.diff.text);
    if (edited.diff.is_cut)
        answer["truncated"] = true;
    if (edited.mixes_encodings)
        answer["mixesEncodings"] = true;
    if (!edited.not_kept.empty())
        answer["notKept"] = edited.not_kept;
    put_runs_later(answer, edited.runs_later);
    return answer;
}
