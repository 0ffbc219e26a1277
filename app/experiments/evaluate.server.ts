import type { GrowthBookClient, StickyAssignmentsDocument, UserContext } from "@growthbook/growthbook";
import { featureNames, type FeatureName } from "~/config/features-variable";
import type { ExperimentAttributes } from "./attributes";
import type { ExperimentVisitor } from "./visitor-cookie";

/** An assignment of the visitor to a variation, reported to analytics as the event `assign_experiment`. */
export interface ExperimentAssignment {
  experiment: string;
  variation: string;
}

export interface ExperimentVisit {
  attributes: ExperimentAttributes;
  /**
   * The visitor's id and assignments; undefined without consent. Without consent, every experiment returns the value of
   * its control group.
   */
  visitor: ExperimentVisitor | undefined;
}

export interface EvaluatedFeatures {
  /** The value of each feature that the GrowthBook client knows, not yet validated. */
  values: ReadonlyMap<FeatureName, unknown>;
  /** All current assignments of the visitor, under GrowthBook's sticky keys ("key__bucketVersion"). */
  assignedVariations: ExperimentVisitor["assignedVariations"];
  /** The values of features to save in the `visitor` cookie: see `Visitor.values`. */
  cookieValues: ExperimentVisitor["values"];
  /** The assignments that are new in this visit. `assignedVariations` contains them and the earlier ones. */
  newAssignments: readonly ExperimentAssignment[];
}

/**
 * Evaluates every feature for a visit with GrowthBook's SDK.
 *
 * @param onError - called for each feature that could not be evaluated
 */
export function evaluateFeatures(
  client: GrowthBookClient<Record<string, unknown>>,
  { attributes, visitor }: ExperimentVisit,
  onError: (name: FeatureName, error: unknown) => void,
): EvaluatedFeatures {
  const previousAssignments = visitor?.assignedVariations ?? {};
  let assignedVariations = previousAssignments;
  const newAssignments: ExperimentAssignment[] = [];
  const userAttributes = visitor ? { ...attributes, id: visitor.id } : attributes;
  const userContext: UserContext = {
    attributes: userAttributes,
    // Without consent, turns off all experiments, even those that need no visitor id.
    enabled: visitor !== undefined,
    trackedExperiments: new Set(),
    stickyBucketAssignmentDocs: createStickyDocuments(userAttributes, previousAssignments),
    saveStickyBucketAssignmentDoc: (assignmentDocument) => {
      assignedVariations = { ...assignedVariations, ...assignmentDocument.assignments };
      return Promise.resolve(undefined);
    },
    trackingCallback: (experiment, { key, variationId, stickyBucketUsed }) => {
      const stickyKey = `${experiment.key}__${experiment.bucketVersion ?? 0}`;
      if (stickyBucketUsed || previousAssignments[stickyKey] !== undefined) return;
      // Saves the assignment here: with FEATURES_REMOTE_EVAL the features service evaluates, and the SDK saves no
      // assignment.
      assignedVariations = { [stickyKey]: variationId.toString(), ...assignedVariations };
      newAssignments.push({ experiment: experiment.key, variation: key });
    },
  };
  const values = new Map<FeatureName, unknown>();
  for (const name of featureNames)
    try {
      const { value } = client.evalFeature(name, userContext);
      if (value !== null) values.set(name, value);
    } catch (error) {
      onError(name, error);
    }
  return { values, assignedVariations, cookieValues: {}, newAssignments: visitor ? newAssignments : [] };
}

/**
 * Returns the saved assignments in the SDK's format: one document for each attribute. Each document contains all
 * assignments, since an experiment may assign its variations by any attribute.
 */
function createStickyDocuments(attributes: object, assignments: ExperimentVisitor["assignedVariations"]) {
  const assignmentDocuments: Record<string, StickyAssignmentsDocument> = {};
  for (const [attributeName, value] of Object.entries(attributes)) {
    const attributeValue = typeof value === "string" ? value : JSON.stringify(value ?? "");
    assignmentDocuments[`${attributeName}||${attributeValue}`] = {
      attributeName,
      attributeValue,
      assignments,
    };
  }
  return assignmentDocuments;
}
