// The sections of a report, in their order.
#pragma once

#include <gntp/observer.h>

#include <string>

#include "report/evaluations.h"
#include "report/gallery.h"
#include "report/page.h"
#include "report/source.h"

namespace gntp {

Section data_section(const ReportSource& source);
Section training_section(const ReportSource& source);
Section quality_section(const ReportSource& source, const ReportedEvaluations& evaluations);
Section calibration_section(const ReportedEvaluations& evaluations);
Section rules_section(const ReportSource& source, const Observer& observer);
Section gallery_section(const ReportSource& source, const Gallery& gallery);
// Settings, versions and hashes.
Section origin_section(const ReportSource& source);

}  // namespace gntp
