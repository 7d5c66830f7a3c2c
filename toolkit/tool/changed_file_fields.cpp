#include "toolkit/tool/changed_file_fields.hpp"

#include "toolkit/tool/runs_later_field.hpp"

namespace toolkit::tool {

void put_changed_file(Answer& answer, const workspace::ChangedFile& file)
{
    if (!file.kept.empty())
        answer["kept"] = file.kept;
    if (file.mixes_encodings)
        answer["mixesEncodings"] = true;
    if (!file.not_kept.empty())
        answer["notKept"] = file.not_kept;
    put_runs_later(answer, file.runs_later);
}

}
